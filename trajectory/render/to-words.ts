/** More than any line shows; the rest of a long text is not read. */
const LONGEST_LINE = 2_000;
/** Characters that would reverse the direction of the text after them. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const BLANKS_AND_CONTROLS = /[\s\p{Cc}]+/gu;

/** Puts a text's beginning on one line: whitespace and control characters become single blanks, half characters U+FFFD. */
export function toWords(text: string): string {
  return text
    .slice(0, LONGEST_LINE)
    .toWellFormed()
    .replaceAll(DIRECTION_MARKS, '')
    .replaceAll(BLANKS_AND_CONTROLS, ' ')
    .trim();
}
