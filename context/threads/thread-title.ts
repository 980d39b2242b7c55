/** Characters of a title that is made of a text. */
export const TITLE_CHARACTERS = 60;
/** Characters of a title that is given. */
export const MAX_TITLE_CHARACTERS = 200;

/** A title as it is kept: one line, no control characters, no half characters, at most 200; empty: nothing is left of it. */
export function cleanTitle(title: string): string {
  return firstCharacters(oneLine(title), MAX_TITLE_CHARACTERS);
}

/** The beginning of a text as a title, with an ellipsis where it goes on: 60 whole characters at the most. */
export function titleBeginning(text: string): string {
  const line = oneLine(text.slice(0, READ_UNITS));
  const beginning = firstCharacters(line, TITLE_CHARACTERS);
  if (beginning === line && text.length <= READ_UNITS) return line;
  return `${firstCharacters(line, TITLE_CHARACTERS - 1)}…`;
}

/** UTF-16 units of a text that are looked at: it may have millions. */
const READ_UNITS = 4_000;

function oneLine(text: string): string {
  return text.toWellFormed().replace(CONTROL, ' ').replace(/\s+/g, ' ').trim();
}

const CONTROL = /\p{Cc}/gu;

function firstCharacters(line: string, count: number): string {
  return [...line.slice(0, 2 * count)].slice(0, count).join('').trimEnd();
}
