/**
 * Text classes that tokenizers split most differently. A weight is the extra tokens per unit, beyond our
 * count.
 */
export interface TextWeights {
  /** A digit that our encoding packs with others: `2026` has two. Some tokenizers split every digit. */
  readonly digits?: number;
  /** A carriage return, a tab, or a line break after another one. */
  readonly breaks?: number;
  /** A character in a run of eight or more equal ones. */
  readonly runs?: number;
  /** Devanagari to Sinhala. */
  readonly indic?: number;
  /** Thai, Lao, Burmese, Khmer. */
  readonly southeastAsian?: number;
  /** A Vietnamese letter with two marks. */
  readonly vietnamese?: number;
  readonly korean?: number;
}
