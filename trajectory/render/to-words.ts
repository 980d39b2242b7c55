/** More than any line shows; the rest of a long text need not be looked at. */
const LONGEST_LINE = 2_000;
/** They would turn around the text behind them. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const BLANKS_AND_CONTROLS = /[\s\p{Cc}]+/gu;

/** A text's beginning on one line: whitespace and control characters become single blanks, half characters U+FFFD. */
export function toWords(text: string): string {
  return text
    .slice(0, LONGEST_LINE)
    .toWellFormed()
    .replaceAll(DIRECTION_MARKS, '')
    .replaceAll(BLANKS_AND_CONTROLS, ' ')
    .trim();
}
