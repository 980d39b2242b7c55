export interface Wordings {
  /** A message with a standing request, and words of the requesting sentence. */
  readonly requests: readonly (readonly [message: string, words: string])[];
  /** Messages without one: questions, quotations, stories and one-time requests. */
  readonly decoys: readonly string[];
}
