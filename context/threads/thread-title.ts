/** A title that is made of a text has at most so many characters. */
const TITLE_CHARACTERS = 60;
/** A title that is given has at most so many characters. */
const MAX_TITLE_CHARACTERS = 200;

/** Makes a title one line of at most 200 whole characters without control characters; empty when nothing is left. */
export function cleanTitle(title: string): string {
  return firstCharacters(oneLine(title), MAX_TITLE_CHARACTERS);
}

/** Makes a title of the beginning of a text: at most 60 whole characters, with an ellipsis where the text goes on. */
export function titleBeginning(text: string): string {
  const line = oneLine(text.slice(0, READ_UNITS));
  const beginning = firstCharacters(line, TITLE_CHARACTERS);
  if (beginning === line && text.length <= READ_UNITS) return line;
  return `${firstCharacters(line, TITLE_CHARACTERS - 1)}…`;
}

/** Makes a title of the beginning of the first text that says something; null: none does. */
export function firstWords(texts: readonly string[]): string | null {
  const text = texts.find((one) => /\S/.test(one.slice(0, READ_UNITS)));
  return (text && titleBeginning(text)) || null;
}

/** Only so many UTF-16 units of a text are read: it may have millions. */
const READ_UNITS = 4_000;

function oneLine(text: string): string {
  return text.toWellFormed().replace(CONTROL, ' ').replace(/\s+/g, ' ').trim();
}

const CONTROL = /\p{Cc}/gu;

function firstCharacters(line: string, count: number): string {
  return [...line.slice(0, 2 * count)].slice(0, count).join('').trimEnd();
}
