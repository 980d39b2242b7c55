export interface Wordings {
  readonly requests: readonly (readonly [message: string, words: string])[];
  readonly decoys: readonly string[];
}
