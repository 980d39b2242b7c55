/** The facts of a call that was planned before, and is planned again as of then. */
export interface PlannedBefore {
  atMs: number;
  /** The passages that it was sent are sent again; false: they are looked for again. */
  keepsPassages: boolean;
  /** Whether it was sent a message of the thread, which may have been taken back since. */
  wasSent: (seq: number) => boolean;
  /** The key of the summary that it asked for; undefined: it asked for none. */
  key: string | undefined;
}
