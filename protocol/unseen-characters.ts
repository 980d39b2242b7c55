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
