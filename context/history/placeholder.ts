import { wholeCharacter } from '../spill/whole-character.js';

/** A placeholder shows so many characters of the long text's beginning. */
export const PLACEHOLDER_CHARACTERS = 200;

/**
 * Writes the placeholder that is sent instead of a long text from before the turn: how long the text is, where the rest
 * is, and its beginning. `beginning` may be the whole text.
 */
export function placeholderText(input: {
  characters: number;
  beginning: string;
  /** The text is indexed: passages of it that match the newest message are sent. */
  isIndexed: boolean;
}): string {
  const { characters, beginning, isIndexed } = input;
  const where = isIndexed
    ? 'indexed; passages of it that are relevant to the newest message are injected before that message'
    : 'stored whole, not sent here';
  const shown = beginning.slice(0, wholeCharacter(beginning, PLACEHOLDER_CHARACTERS));
  return `[Long text of ${characters} chars, ${where}. It begins: ${shown}…]`;
}
