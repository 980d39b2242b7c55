/** Extra tokens per unit, beyond our count, of classes that tokenizers split most differently. */
export interface TextWeights {
  /** A digit that our encoding packs with others: `2026` has two. */
  readonly digits?: number;
  /** A carriage return, a tab, or a line break after another one. */
  readonly breaks?: number;
  /** A character in a run of eight or more equal ones. */
  readonly runs?: number;
  readonly indic?: number;
  readonly southeastAsian?: number;
  /** A Vietnamese letter with two marks. */
  readonly vietnamese?: number;
  readonly korean?: number;
}
