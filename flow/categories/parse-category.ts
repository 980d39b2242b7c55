import type { CategorizerConfig } from '../kinds/categorizer.js';

export function parseCategory(
  answer: string,
  { categories, fallback }: Pick<CategorizerConfig, 'categories' | 'fallback'>,
): string | undefined {
  const names = categories.map(({ name }) => name);
  return exactName(answer, names) ?? nameInJson(answer, names) ?? onlyMention(answer, names) ?? fallback;
}

function exactName(text: string, names: readonly string[]): string | undefined {
  const answer = text.trim().toLowerCase();
  const [bare, loose] = [stripped(text), loosened(stripped(text))];
  // Compares without punctuation, so `C` and `C#` are equal.
  return (
    names.find((name) => name.trim().toLowerCase() === answer) ??
    names.find((name) => stripped(name) === bare) ??
    names.find((name) => loosened(stripped(name)) === loose)
  );
}

function stripped(text: string): string {
  const characters = Array.from(text.toLowerCase());
  const isContent = (character: string) => !/[\s"'“”‘’«»`*_#~.,:;!]/u.test(character);
  return characters.slice(characters.findIndex(isContent), characters.findLastIndex(isContent) + 1).join('');
}

function loosened(text: string): string {
  return text.replace(/[\s_-]+/g, ' ').trim();
}

function nameInJson(answer: string, names: readonly string[]): string | undefined {
  try {
    const parsed: unknown = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
    if (typeof parsed !== 'object' || parsed === null || !('category' in parsed)) return undefined;
    return typeof parsed.category === 'string' ? exactName(parsed.category, names) : undefined;
  } catch {
    return undefined;
  }
}

interface Mention {
  name: string;
  at: number;
  end: number;
}

function onlyMention(answer: string, names: readonly string[]): string | undefined {
  // A dash between words ends a clause, like a comma.
  const text = loosened(answer.toLowerCase().replace(/\s-+\s|\s*[–—]\s*/g, ', '));
  const mentions = findMentions(text, names);
  const named = new Set(
    mentions.filter((one, index) => !isDenied(text, one, mentions[index + 1])).map(({ name }) => name),
  );
  const [name] = named;
  return named.size === 1 ? name : undefined;
}

function findMentions(text: string, names: readonly string[]): Mention[] {
  let unread = text;
  const mentions: Mention[] = [];
  const longestFirst = names
    .map((name) => ({ name, word: loosened(name.toLowerCase()) }))
    .sort((one, other) => other.word.length - one.word.length);
  for (const { name, word } of longestFirst) {
    const places = findWord(unread, word);
    mentions.push(...places.map((at) => ({ name, at, end: at + word.length })));
    unread = blankOut(unread, { places, length: word.length });
  }
  return mentions.sort((one, other) => one.at - other.at);
}

function findWord(text: string, word: string): number[] {
  const places: number[] = [];
  if (word === '') return places;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    // Two UTF-16 units, because one letter may have two. `C` is not part of `C++` or `C#`.
    const isStart = !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at));
    const isEnd = !/^[\p{L}\p{N}+#]/u.test(text.slice(at + word.length, at + word.length + 2));
    if (isStart && isEnd) places.push(at);
  }
  return places;
}

const DENIAL_CHARACTERS = 40;
/** Denials in the most common languages of answers. */
const DENIALS =
  "no|non|not|none|never|neither|nor|without|cannot|\\w+n['’]t|kein|keine|keinen|nicht|pas|sans|nunca|sin";
const DENIED_BEFORE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${DENIALS})(?:[^\\p{L}\\p{N},.;!?]+[\\p{L}\\p{N}]+){0,2}[^\\p{L}\\p{N},.;!?]*$`,
  'u',
);
/** May stand between a category and its denial, as in 'a refund would not fit'. */
const VERBS =
  "is|are|was|were|do|does|did|can|could|will|would|shall|should|may|might|must|has|have|had|seems?|looks?|ist|war|wird|kann|passt|gilt|est|n['’]est|ne|es";
const DENIED_AFTER = new RegExp(
  `^["'*\`)\\]]*(?:\\s?[:=?]\\s?(?:no|not|none|false|nein|non)|\\s(?:${VERBS})(?:\\s[\\p{L}]+)?\\s(?:not|never|no|nicht|kein\\p{L}*|pas|nunca)|\\s(?:cannot|\\w+n['’]t))(?![\\p{L}\\p{N}])`,
  'u',
);
/** Denies the category in 'refund not meant', the order in 'refund not order'. */
const BARE_DENIAL_AFTER = /^["'*`)\]]*\s(?:not|never|no|nicht|nunca)(?![\p{L}\p{N}])/u;

/** Such as 'not a refund', 'refund: no' and 'refund cannot be meant'. */
function isDenied(text: string, { at, end }: Mention, next: Mention | undefined): boolean {
  const after = text.slice(end, end + DENIAL_CHARACTERS);
  if (isDeniedBefore(text, at) || DENIED_AFTER.test(after)) return true;
  if (!BARE_DENIAL_AFTER.test(after)) return false;
  return !next || !DENIED_BEFORE.test(after.slice(0, next.at - end));
}

function isDeniedBefore(text: string, at: number): boolean {
  return DENIED_BEFORE.test(text.slice(Math.max(0, at - DENIAL_CHARACTERS), at));
}

function blankOut(text: string, { places, length }: { places: readonly number[]; length: number }): string {
  const parts: string[] = [];
  let from = 0;
  for (const at of places) {
    if (at < from) continue;
    parts.push(text.slice(from, at), '\0'.repeat(length));
    from = at + length;
  }
  return parts.join('') + text.slice(from);
}
