export interface PlannedBefore {
  atMs: number;
  keepsPassages: boolean;
  /** The message may have been dropped since. */
  wasSent: (seq: number) => boolean;
  key: string | undefined;
}
