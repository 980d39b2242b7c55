/** Temporal takes 400 bytes of a summary, as JSON; a hundred characters of any script fit. */
const SUMMARY_CHARACTERS = 100;

/** A summary as Temporal takes it, never ending in half a character. */
export function summaryOf(text: string): string {
  return text.length <= SUMMARY_CHARACTERS
    ? text
    : `${text.slice(0, SUMMARY_CHARACTERS - 1).toWellFormed()}…`;
}
