/** Facts of a stored call, to plan it again as of then. */
export interface PlannedBefore {
  atMs: number;
  /** Whether its passages are sent again; false: they are searched again. */
  keepsPassages: boolean;
  /** Whether it included a message of the thread, which may have been dropped since. */
  wasSent: (seq: number) => boolean;
  /** The key of the summary it requested, if any. */
  key: string | undefined;
}
