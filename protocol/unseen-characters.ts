/**
 * Characters that are not seen and change how what stands around them is read: control characters but tab and line feed,
 * marks of direction, joiners without a letter to join, and the plane of tags, in which whole texts can be hidden. The two
 * joiners that scripts and emoji need stay.
 */
const UNSEEN_RANGES = [
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f', // C0, DEL and C1
  '\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f', // soft hyphen, Arabic mark, Mongolian separator, zero width space, LRM, RLM
  '\\u2028\\u2029', // line and paragraph separators
  '\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f', // embeddings, overrides, isolates, invisible operators
  '\\ufeff\\ufff9-\\ufffb', // byte order mark, annotations
  '\\u{e0000}-\\u{e007f}', // tags
].join('');

/** Makes a pattern that finds each of them. */
export function unseenCharacters(): RegExp {
  return new RegExp(`[${UNSEEN_RANGES}]`, 'gu');
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
