/** Messages with what is to be recognised of them. */
export interface Wordings {
  /** A message with a standing request, and words of the sentence that is one. */
  readonly requests: readonly (readonly [message: string, words: string])[];
  /** Messages without one: questions, quotations, stories and what is asked for once. */
  readonly decoys: readonly string[];
}
