import { wholeCharacter } from '../spill/whole-character.js';

/** Characters of a long text's beginning that its placeholder shows. */
export const PLACEHOLDER_CHARACTERS = 200;

/**
 * What is sent in place of a long text from before the turn: how long it is, where the rest is, and its beginning.
 * `beginning` may be the whole text. Says that the text can be searched only where it can.
 */
export function placeholderText(input: {
  characters: number;
  beginning: string;
  /** Its passages are indexed, and those that fit the newest message are sent. */
  isIndexed: boolean;
}): string {
  const { characters, beginning, isIndexed } = input;
  const where = isIndexed
    ? 'indexed; passages of it that are relevant to the newest message are injected above'
    : 'stored whole, not sent here';
  const shown = beginning.slice(0, wholeCharacter(beginning, PLACEHOLDER_CHARACTERS));
  return `[Long text of ${characters} chars, ${where}. It begins: ${shown}…]`;
}
