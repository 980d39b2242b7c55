export interface PlannedBefore {
  atMs: number;
  /** False: passages are searched again. */
  keepsPassages: boolean;
  /** The message may have been dropped since. */
  wasSent: (seq: number) => boolean;
  key: string | undefined;
}
