import { showUnseen } from '../../protocol/unseen-characters.js';

/**
 * Takes the control characters out of a text that somebody else wrote, newline and tab excepted, so that it
 * cannot move the cursor, retitle the window or worse when it is printed to a terminal. What else is not seen and changes
 * how the rest is read, such as marks of direction, is shown as an escape.
 */
export function printable(text: string): string {
  return showUnseen(text.replace(/[^\P{Cc}\n\t]/gu, '')).toWellFormed();
}

/** Puts a text on one line of at most so many characters, for a table or a sentence. */
export function oneLine(text: string, maxCharacters = Infinity): string {
  const line = printable(text).replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= maxCharacters ? line : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}
