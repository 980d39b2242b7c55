import { showUnseen } from '../../protocol/unseen-characters.js';

/** Escapes control and misleading invisible characters: untrusted text must not control the terminal. */
export function printable(text: string): string {
  return showUnseen(text.replace(/[^\P{Cc}\n\t]/gu, '')).toWellFormed();
}

export function oneLine(text: string, maxCharacters = Infinity): string {
  const line = printable(text).replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= maxCharacters ? line : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}
