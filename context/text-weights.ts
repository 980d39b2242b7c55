/**
 * The classes of text that tokenizers split most differently. A weight is the number of tokens that a model may need
 * for one unit of a class beyond our count; the unit is named with each class.
 */
export interface TextWeights {
  /** A digit that our encoding packs with others into one token: `2026` has two. Some tokenizers split every digit. */
  readonly digits?: number;
  /** A carriage return, a tab, or a line break behind another one. */
  readonly breaks?: number;
  /** A character in a run of at least eight equal ones, such as a line of dashes. */
  readonly runs?: number;
  /** A letter of the Indic scripts, Devanagari to Sinhala. */
  readonly indic?: number;
  /** A letter of Thai, Lao, Burmese or Khmer. */
  readonly southeastAsian?: number;
  /** A Vietnamese letter with two marks. */
  readonly vietnamese?: number;
  /** A syllable of Korean. */
  readonly korean?: number;
}
