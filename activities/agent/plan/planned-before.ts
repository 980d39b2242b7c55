export interface PlannedBefore {
  atMs: number;
  /** Whether its passages are sent again; false: they are searched again. */
  keepsPassages: boolean;
  /** Whether it included a message of the thread, which may have been dropped since. */
  wasSent: (seq: number) => boolean;
  key: string | undefined;
}
