/** No rendered line is longer. */
const LONGEST_LINE = 2_000;
/** Characters that would reverse the text's direction. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const BLANKS_AND_CONTROLS = /[\s\p{Cc}]+/gu;

export function toWords(text: string): string {
  return text
    .slice(0, LONGEST_LINE)
    .toWellFormed()
    .replaceAll(DIRECTION_MARKS, '')
    .replaceAll(BLANKS_AND_CONTROLS, ' ')
    .trim();
}
