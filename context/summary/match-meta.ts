export interface MetaPlace {
  isLineStart: boolean;
  isInWord: boolean;
  isInFence: boolean;
  isEnd: boolean;
  key?: string | undefined;
}

/** `more`: the text is too short to decide. */
export type MetaMatch = { kind: 'no' } | { kind: 'more' } | { kind: 'yes'; bodyAt: number; hasKey: boolean };

const NO: MetaMatch = { kind: 'no' };
const MORE: MetaMatch = { kind: 'more' };

// Only a match at the text's end may grow, so repetitions are bounded. Optional parts would depend on the
// chunks.
const FENCE = /`{3,8}/y;
const FENCE_LANGUAGE = /[a-z]{0,12}/iy;
const DECORATION = /[`*_#>[\\"' \t]{0,12}/y;
const OPENING = /[\\<＜ \t]{0,20}/y;
const WORD = /[a-z0-9_-]{0,12}/iy;
const KEY = /[ \t]{1,3}[a-z0-9]{1,24}/iy;
const KEY_SPACE = /[ \t]{0,3}/y;
const CLOSING = /[\\>＞ \t]{0,20}/y;
const ENDING = /[`*_\]):="']{0,8}/y;
const GAP = /\s{0,64}/y;
const BODY_FENCE = /`{0,8}/y;
const BEGINNING = /\{\s{0,64}["'“‘]?[a-z]{0,8}/iy;
const WORDS = ['META', 'METADATA', 'META_DATA', 'META-DATA'];
const GAP_LIMIT = 64;

interface Tag {
  end: number;
  /** No ordinary text looks like this. */
  isStrong: boolean;
  hasBracket: boolean;
  isUpperCase: boolean;
  isDecorated: boolean;
  hasKey: boolean;
}

/** Weak forms (`META{`, `<META>`) count only before `summary` or `title`. */
export function matchMeta(text: string, at: number, place: MetaPlace): MetaMatch {
  const fenceEnd = place.isLineStart && !place.isInFence ? matchFence(text, at, place) : at;
  if (fenceEnd === undefined) return MORE;
  const fenced = fenceEnd > at ? matchFrom(text, fenceEnd, place) : NO;
  return fenced.kind === 'no' ? matchFrom(text, at, place) : fenced;
}

function matchFence(text: string, at: number, { isEnd }: MetaPlace): number | undefined {
  const ticks = matchEnd(FENCE, text, at);
  if (ticks === at) return at;
  const language = matchEnd(FENCE_LANGUAGE, text, ticks);
  const end = matchEnd(GAP, text, language);
  if (end === text.length && !isEnd) return undefined;
  return end > language ? end : at;
}

function matchFrom(text: string, at: number, place: MetaPlace): MetaMatch {
  const tag = matchTag(text, at, place);
  return 'kind' in tag ? tag : matchFollowing(text, tag, place);
}

function matchTag(text: string, at: number, place: MetaPlace): Tag | MetaMatch {
  const isOpen = (end: number): boolean => end === text.length && !place.isEnd;
  const opening = place.isLineStart ? matchEnd(DECORATION, text, at) : at;
  const word = matchEnd(OPENING, text, opening);
  if (isOpen(word)) return MORE;
  const wordEnd = matchEnd(WORD, text, word);
  const name = text.slice(word, wordEnd);
  if (isOpen(wordEnd) && WORDS.some((known) => known.startsWith(name.toUpperCase()))) return MORE;
  if (!WORDS.includes(name.toUpperCase())) return NO;
  const keyEnd = matchKey(text, wordEnd, place);
  if (keyEnd === undefined) return MORE;
  const hasKey = text.slice(wordEnd, keyEnd).trim().toLowerCase() === (place.key ?? '');
  // The key proves that this block is for this call.
  const isCertain = hasKey && place.key !== undefined;
  const end = matchEnd(CLOSING, text, keyEnd);
  if (isOpen(end)) return MORE;
  const opened = countBrackets(text.slice(opening, word));
  const closed = countBrackets(text.slice(keyEnd, end));
  if (opened + closed === 0 && place.isInWord && word === at) return NO;
  return {
    end,
    isStrong: isCertain || (opened > 0 && closed > 0 && opened + closed >= 3),
    hasBracket: isCertain || opened + closed > 0,
    isUpperCase: name === name.toUpperCase(),
    isDecorated: opening > at,
    hasKey,
  };
}

function matchKey(text: string, at: number, { key, isEnd }: MetaPlace): number | undefined {
  if (key === undefined) return at;
  const end = matchEnd(KEY, text, at);
  const next = matchEnd(KEY_SPACE, text, end);
  if (next === text.length && !isEnd) return undefined;
  if (end === at) return at;
  const isOurs = text.slice(at, end).trim().toLowerCase() === key;
  return isOurs || /[>＞\\]/.test(text[next] ?? '') ? end : at;
}

function matchFollowing(text: string, tag: Tag, { isLineStart, isEnd }: MetaPlace): MetaMatch {
  const isOpen = (end: number): boolean => end === text.length && !isEnd;
  const yes: MetaMatch = { kind: 'yes', bodyAt: tag.end, hasKey: tag.hasKey };
  const ending = matchEnd(ENDING, text, tag.end);
  if (isOpen(ending)) return MORE;
  const gap = matchEnd(GAP, text, ending);
  const space = text.slice(ending, gap);
  const isBare = ending === tag.end;
  const standsAlone = isLineStart && isBare && !tag.isDecorated && space.includes('\n');
  if (tag.isStrong && (standsAlone || space.length === GAP_LIMIT)) return yes;
  const object = matchLanguage(text, gap, isEnd);
  if (object === undefined || isOpen(object)) return MORE;
  const next = text[object];
  if (tag.isStrong) {
    if (next === undefined) return isBare || isLineStart ? yes : NO;
    const isList = isLineStart && object === gap && (next === '[' || next === '"');
    return next === '{' || isList ? yes : NO;
  }
  const isDirect = object === tag.end || (tag.hasBracket && isBare);
  if (next !== '{' || (!isLineStart && !isDirect)) return NO;
  if (!tag.hasBracket && !tag.isUpperCase) return NO;
  return matchField(text, object, { keys: isDirect ? ['summary', 'title'] : ['summary'], isEnd }) ?? yes;
}

function matchLanguage(text: string, at: number, isEnd: boolean): number | undefined {
  const ticks = matchEnd(BODY_FENCE, text, at);
  if (ticks === text.length && !isEnd) return undefined;
  const word = matchEnd(FENCE_LANGUAGE, text, ticks);
  const name = text.slice(ticks, word).toLowerCase();
  const isName = ticks > at || name === 'json';
  if (word === text.length && !isEnd && (ticks > at || 'json'.startsWith(name))) return undefined;
  return isName ? matchEnd(GAP, text, word) : at;
}

function matchField(
  text: string,
  at: number,
  { keys, isEnd }: { keys: string[]; isEnd: boolean },
): MetaMatch | undefined {
  const end = matchEnd(BEGINNING, text, at);
  const key = text
    .slice(at + 1, end)
    .replace(/^\s*["'“‘]?/, '')
    .toLowerCase();
  if (keys.includes(key)) return end === text.length && !isEnd ? MORE : undefined;
  if (end < text.length || !keys.some((known) => known.startsWith(key))) return NO;
  return isEnd ? undefined : MORE;
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function countBrackets(text: string): number {
  return text.replace(/[^<>＜＞]/g, '').length;
}
