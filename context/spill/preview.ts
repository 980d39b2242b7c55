import { fitLength } from './fit-length.js';
import { behindCharacter, wholeCharacter } from './whole-character.js';

/** A preview of fewer characters tells nothing. */
const MIN_USEFUL_CHARACTERS = 40;
/** The beginning's share of the preview; the rest is the end. */
const DEFAULT_HEAD_SHARE = 2 / 3;

export interface PreviewInput {
  /** UTF-16 units that the preview may have, its marker included. */
  maxCharacters: number;
  /** Tokens that the preview may have, as `countText` counts them. */
  maxTokens: number;
  countText: (text: string) => number;
  /** The beginning's share; 1 shows the beginning alone. Default two thirds. */
  headShare?: number | undefined;
}

/**
 * Shows the beginning and the end of a text, with a marker between that says how many characters are left out. Returns
 * the text itself when it fits, and an empty one when nothing useful does. Never parts a surrogate pair.
 */
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
