import stringWidth from 'string-width';
import { printable } from '../format/printable.js';
import { splitCharacters } from './draft.js';

const TAB_COLUMNS = 8;

export interface TextRows {
  rows: string[];
  cursor: { row: number; column: number };
}

interface TextToLayOut {
  text: string;
  cursor: number;
  indent: number;
  columns: number;
}

/** Leaves the last column empty, where terminals place the cursor differently. */
export function layOutText({ text, cursor, indent, columns }: TextToLayOut): TextRows {
  const width = Math.max(columns - 1, indent + 2);
  const rows: string[] = [];
  let [row, column, at] = ['', indent, 0];
  let place = { row: 0, column: indent };
  const breakRow = (): void => {
    rows.push(row);
    [row, column] = ['', indent];
  };
  for (const character of splitCharacters(text)) {
    const isBreak = character === '\n';
    const shown = isBreak ? '' : showCharacter(character, column);
    const shownWidth = measureWidth(shown);
    if (!isBreak && column + shownWidth > width && column > indent) breakRow();
    if (at === cursor) place = { row: rows.length, column };
    at += character.length;
    if (isBreak) breakRow();
    else [row, column] = [row + shown, column + shownWidth];
  }
  if (cursor >= at) {
    if (column >= width && column > indent) breakRow();
    place = { row: rows.length, column };
  }
  return { rows: [...rows, row], cursor: place };
}

function showCharacter(character: string, column: number): string {
  if (character === '\t') return ' '.repeat(TAB_COLUMNS - (column % TAB_COLUMNS));
  return PLAIN.test(character) ? character : printable(character);
}

const PLAIN = /^[\x20-\x7e]*$/;

/** Fast for plain text, for which the library takes microseconds per character. */
function measureWidth(shown: string): number {
  return PLAIN.test(shown) ? shown.length : stringWidth(shown);
}

/** Color codes have no width. */
const STYLE = /\u001b\[[\d;]*m/y;

/** A terminal wraps at the last column, or one earlier before a wide character. */
export function findLastRow(line: string, columns: number): { row: string; rows: number } {
  let [row, column, rows] = ['', 0, 1];
  let at = 0;
  while (at < line.length) {
    STYLE.lastIndex = at;
    const style = STYLE.exec(line)?.[0];
    const end = style === undefined ? line.indexOf('\u001b', at + 1) : at + style.length;
    const part = line.slice(at, end === -1 ? line.length : end);
    at += part.length;
    if (style !== undefined) {
      row += style;
      continue;
    }
    for (const character of splitCharacters(part)) {
      const isTab = character === '\t';
      const width = isTab ? 0 : measureWidth(character);
      if (column + width > columns) [row, column, rows] = ['', 0, rows + 1];
      row += character;
      column += width;
      if (isTab) column = Math.min(column + TAB_COLUMNS - (column % TAB_COLUMNS), columns - 1);
    }
  }
  return { row, rows };
}
