/** Invisible, or change how text reads. Scripts and emoji need joiners and variation selectors: see below. */
const UNSEEN_RANGES = [
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f', // C0, DEL and C1
  '\\u0334-\\u0337', // strokes across a letter
  '\\u00ad\\u034f\\u061c\\u180e\\u200b\\u200e\\u200f', // soft hyphen, joiners, zero width space, LRM, RLM
  '\\u115f\\u1160\\u3164\\uffa0\\u17b4\\u17b5\\u2800', // Hangul fillers, shapeless Khmer vowels, blank Braille
  '\\u2028\\u2029',
  '\\u202a-\\u202e\\u2060-\\u206f', // embeddings, overrides, isolates
  '\\ufeff\\ufff0-\\ufffb', // byte order mark, annotations
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}', // shorthand and music
  '\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}',
].join('');
/** In these scripts, a joiner changes the letter before it. */
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
/** Visible only after one of the second. */
const UNSEEN_ALONE = [
  ['\\u200c\\u200d', `${EMOJI}\\p{Emoji_Modifier}\\ufe0f${JOINED_SCRIPTS}`],
  ['\\ufe00-\\ufe0f', `${EMOJI}\\p{Sm}\\p{sc=Han}`],
  ['\\u{e0100}-\\u{e01ef}', '\\p{sc=Han}'],
  ['\\u180b-\\u180d\\u180f', '\\u1820-\\u18aa'],
].map(([marks = '', before = '']) => `[${marks}](?<!(?:[${before}])[${marks}])`);

/** No script stacks more than eight marks, which would cover the lines above. */
const STACKED = '\\p{M}(?<=\\p{M}{9})';

export function unseenCharacters(): RegExp {
  return new RegExp([`[${UNSEEN_RANGES}]`, ...UNSEEN_ALONE, STACKED].join('|'), 'gu');
}

const UNSEEN = unseenCharacters();

export function showUnseen(text: string): string {
  return text.replace(UNSEEN, toEscape);
}

export function toSeenJson(value: unknown, space?: number): string {
  return String(JSON.stringify(value, undefined, space)).replace(UNSEEN, toEscape);
}

function toEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
