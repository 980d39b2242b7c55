export interface Wordings {
  /** Words of the requesting sentence. */
  readonly requests: readonly (readonly [message: string, words: string])[];
  /** Questions, quotations, stories and one-time requests. */
  readonly decoys: readonly string[];
}
