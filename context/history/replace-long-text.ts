import { placeholderText } from './placeholder.js';

export interface ReplaceLongTextInput {
  /** Of the whole text. */
  characters: number;
  /** Of the text, at least as much as a placeholder shows. */
  beginning: string;
  /** Characters that a text may have. */
  messageCharacters: number;
  /** Its passages are indexed, and those that fit the newest message are sent. */
  isIndexed: boolean;
}

/** The placeholder of a text from before the turn that is too long to be sent; undefined: it is not too long. */
export function replaceLongText({ messageCharacters, ...text }: ReplaceLongTextInput): string | undefined {
  return text.characters > messageCharacters ? placeholderText(text) : undefined;
}
