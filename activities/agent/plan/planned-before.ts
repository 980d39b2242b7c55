export interface PlannedBefore {
  atMs: number;
  keepsPassages: boolean;
  /** Even if the message has been dropped since. */
  wasSent: (seq: number) => boolean;
  key: string | undefined;
}
