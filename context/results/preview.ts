import { fitLength } from './fit-length.js';
import { behindCharacter, wholeCharacter } from './whole-character.js';

const MIN_USEFUL_CHARACTERS = 40;
const DEFAULT_HEAD_SHARE = 2 / 3;

export interface PreviewInput {
  maxCharacters: number;
  maxTokens: number;
  countText: (text: string) => number;
  headShare?: number | undefined;
}

export function preview(text: string, input: PreviewInput): string {
  const { maxTokens, countText, headShare = DEFAULT_HEAD_SHARE } = input;
  const maxCharacters = Math.floor(input.maxCharacters);
  if (!(maxCharacters > 0 && maxTokens > 0)) return '';
  if (text.length <= maxCharacters && countText(text) <= maxTokens) return text;
  const room = maxCharacters - marker(text.length).length;
  const most = Math.min(text.length - 1, room);
  if (most < MIN_USEFUL_CHARACTERS) return '';
  const kept = fitLength({ most, room: maxTokens, count: (length) => countText(cut(length)) });
  return kept < MIN_USEFUL_CHARACTERS ? '' : cut(kept);

  function cut(length: number): string {
    const head = wholeCharacter(text, Math.ceil(length * headShare));
    const tail = behindCharacter(text, text.length - Math.floor(length * (1 - headShare)));
    return text.slice(0, head) + marker(tail - head) + text.slice(tail);
  }
}

function marker(characters: number): string {
  return `\n[… ${characters} characters left out …]\n`;
}
