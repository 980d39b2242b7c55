export interface PlannedBefore {
  atMs: number;
  keepsPassages: boolean;
  /** True if the earlier plan sent the message, even if it has been dropped since. */
  wasSent: (seq: number) => boolean;
  key: string | undefined;
}
