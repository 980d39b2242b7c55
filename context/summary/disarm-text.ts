import { unseenCharacters } from '../../protocol/unseen-characters.js';

const UNSEEN = unseenCharacters();
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/[<＜﹤]{3,}/g, '‹‹‹'],
  [/[>＞﹥]{3,}/g, '›››'],
  [/[<＜﹤](?=[|｜])/g, '‹'],
  [/([|｜])[>＞﹥]/g, '$1›'],
  [/[<＜﹤]{2}(?=\/?SYS[>＞﹥])/gi, '‹‹'],
  [/[[［](?=\/?INST[\]］])/gi, '⟦'],
  [
    /[<＜﹤](?=\s{0,8}[/／]?\s{0,8}(?:transcript|existing-summary|earlier-summary|system|user|assistant|instructions?|(?:start|end)_of_turn)\b)/gi,
    '‹',
  ],
];

/** Marks with a meaning in our requests become lookalikes. */
export function disarmText(text: string): string {
  const seen = text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(UNSEEN, '');
  return MARKS.reduce((result, [mark, harmless]) => result.replace(mark, harmless), seen);
}
