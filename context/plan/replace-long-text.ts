import { wholeCharacter } from '../results/whole-character.js';

export const PLACEHOLDER_CHARACTERS = 200;

export interface ReplaceLongTextInput {
  characters: number;
  beginning: string;
  messageCharacters: number;
  isIndexed: boolean;
}

export function replaceLongText({ messageCharacters, ...text }: ReplaceLongTextInput): string | undefined {
  return text.characters > messageCharacters ? placeholderText(text) : undefined;
}

export function placeholderText(input: {
  characters: number;
  beginning: string;
  /** True if relevant passages of the text are sent. */
  isIndexed: boolean;
}): string {
  const { characters, beginning, isIndexed } = input;
  const where = isIndexed
    ? 'indexed; passages of it that are relevant to the newest message are injected before that message'
    : 'stored whole, not sent here';
  const shown = beginning.slice(0, wholeCharacter(beginning, PLACEHOLDER_CHARACTERS));
  return `[Long text of ${characters} chars, ${where}. It begins: ${shown}…]`;
}
