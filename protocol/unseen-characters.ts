/**
 * Characters that are not seen, and those that hide text or change how the text around them is read, such as marks that cross letters
 * out. Joiners and variation selectors are among them except where scripts and emoji need them: one, right behind a character that it
 * can change.
 */
const UNSEEN_RANGES = [
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f', // C0, DEL and C1
  '\\u0334-\\u0337', // strokes across a letter
  '\\u00ad\\u034f\\u061c\\u180e\\u200b\\u200e\\u200f', // soft hyphen, grapheme joiner, Arabic and Mongolian marks, zero width space, LRM, RLM
  '\\u115f\\u1160\\u3164\\uffa0\\u17b4\\u17b5\\u2800', // fillers of Hangul, vowels of Khmer without a shape, blank Braille
  '\\u2028\\u2029', // line and paragraph separators
  '\\u202a-\\u202e\\u2060-\\u206f', // embeddings, overrides, isolates, invisible operators
  '\\ufeff\\ufff0-\\ufffb', // byte order mark, annotations
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}', // controls of shorthand and music
  '\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}', // tags
].join('');
/** Scripts in which a joiner changes the letter before it. */
const JOINED_SCRIPTS = [
  'Arab',
  'Syrc',
  'Nkoo',
  'Mong',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
]
  .concat(['Knda', 'Mlym', 'Sinh', 'Tibt', 'Mymr', 'Khmr'])
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const EMOJI = '\\p{Extended_Pictographic}';
/** Characters that are seen where they follow one of another class. */
const UNSEEN_ALONE = [
  ['\\u200c\\u200d', `${EMOJI}\\p{Emoji_Modifier}\\ufe0f${JOINED_SCRIPTS}`],
  ['\\ufe00-\\ufe0f', `${EMOJI}\\p{Sm}\\p{sc=Han}`],
  ['\\u{e0100}-\\u{e01ef}', '\\p{sc=Han}'],
  ['\\u180b-\\u180d\\u180f', '\\u1820-\\u18aa'],
].map(([marks = '', before = '']) => `[${marks}](?<!(?:[${before}])[${marks}])`);

/** A mark on top of eight others. No script stacks more, and a higher stack covers the lines above. */
const STACKED = '\\p{M}(?<=\\p{M}{9})';

/** Makes a pattern that finds each of them. */
export function unseenCharacters(): RegExp {
  return new RegExp([`[${UNSEEN_RANGES}]`, ...UNSEEN_ALONE, STACKED].join('|'), 'gu');
}

const UNSEEN = unseenCharacters();

/** Shows each of them as an escape, as `\u202e`: for people who are to see what is there. */
export function showUnseen(text: string): string {
  return text.replace(UNSEEN, toEscape);
}

/** Writes a value as JSON that shows them; it is read as the same value. */
export function toSeenJson(value: unknown, space?: number): string {
  return String(JSON.stringify(value, undefined, space)).replace(UNSEEN, toEscape);
}

function toEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
