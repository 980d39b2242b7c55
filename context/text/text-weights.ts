/** Tokens to add to our count, per unit of a class of text that our tokenizer counts too low. */
export interface TextWeights {
  /** Digits that our encoding packs. `2026` has two. */
  readonly digits?: number;
  /** Returns, tabs, and repeated line breaks. */
  readonly breaks?: number;
  /** Characters in runs of eight or more. */
  readonly runs?: number;
  readonly indic?: number;
  readonly southeastAsian?: number;
  /** Vietnamese letters with two marks. */
  readonly vietnamese?: number;
  readonly korean?: number;
}
