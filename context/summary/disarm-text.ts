import { unseenCharacters } from '../../protocol/unseen-characters.js';

const UNSEEN = unseenCharacters();
/** Sentinels, tags around material, and the marks of chat templates, some of which have wide bars and brackets. */
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

/**
 * Makes a text harmless that a model wrote of what others said, before it is stored and sent again: marks that stand for
 * something in our requests become others that look alike, and characters that nobody sees are left out.
 */
export function disarmText(text: string): string {
  const seen = text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(UNSEEN, '');
  return MARKS.reduce((result, [mark, harmless]) => result.replace(mark, harmless), seen);
}
