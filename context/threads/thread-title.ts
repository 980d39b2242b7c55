const TITLE_CHARACTERS = 60;
const MAX_TITLE_CHARACTERS = 200;

export function cleanTitle(title: string): string {
  return firstCharacters(oneLine(title), MAX_TITLE_CHARACTERS);
}

export function titleBeginning(text: string): string {
  const line = oneLine(text.slice(0, READ_UNITS));
  const beginning = firstCharacters(line, TITLE_CHARACTERS);
  if (beginning === line && text.length <= READ_UNITS) return line;
  return `${firstCharacters(line, TITLE_CHARACTERS - 1)}…`;
}

export function firstWords(texts: readonly string[]): string | null {
  const text = texts.find((one) => /\S/.test(one.slice(0, READ_UNITS)));
  return (text && titleBeginning(text)) || null;
}

/** Texts may have millions of characters. */
const READ_UNITS = 4_000;

function oneLine(text: string): string {
  return text.toWellFormed().replace(CONTROL, ' ').replace(/\s+/g, ' ').trim();
}

const CONTROL = /\p{Cc}/gu;

function firstCharacters(line: string, count: number): string {
  return [...line.slice(0, 2 * count)].slice(0, count).join('').trimEnd();
}
