import { placeholderText } from './placeholder.js';

export interface ReplaceLongTextInput {
  characters: number;
  beginning: string;
  messageCharacters: number;
  isIndexed: boolean;
}

export function replaceLongText({ messageCharacters, ...text }: ReplaceLongTextInput): string | undefined {
  return text.characters > messageCharacters ? placeholderText(text) : undefined;
}
