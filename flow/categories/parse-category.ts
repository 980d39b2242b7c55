import type { CategorizerConfig } from '../kinds/categorizer.js';

/**
 * The name of the category that a model's answer means: the answer itself, the `category` of a JSON object in it, or
 * the only category that it mentions without a 'not'. Spaces, hyphens and underscores in a name are the same, and of
 * names inside each other the longest is meant. Else the fallback; undefined when there is none.
 */
export function parseCategory(
  answer: string,
  { categories, fallback }: Pick<CategorizerConfig, 'categories' | 'fallback'>,
): string | undefined {
  const names = categories.map(({ name }) => name);
  return exactName(answer, names) ?? nameInJson(answer, names) ?? onlyMention(answer, names) ?? fallback;
}

function exactName(text: string, names: readonly string[]): string | undefined {
  const said = text.trim().toLowerCase();
  const [bare, loose] = [stripped(text), loosened(stripped(text))];
  // As it stands first: of `C` and `C#`, stripping would leave the same.
  return (
    names.find((name) => name.trim().toLowerCase() === said) ??
    names.find((name) => stripped(name) === bare) ??
    names.find((name) => loosened(stripped(name)) === loose)
  );
}

/** Without the quotes, full stops and markdown that models put around a word. */
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

function onlyMention(answer: string, names: readonly string[]): string | undefined {
  const text = loosened(answer.toLowerCase());
  let unread = text;
  const said: string[] = [];
  const longestFirst = names
    .map((name) => ({ name, word: loosened(name.toLowerCase()) }))
    .sort((one, other) => other.word.length - one.word.length);
  for (const { name, word } of longestFirst) {
    const places = findWord(unread, word);
    if (places.some((at) => !isDenied(text, { at, end: at + word.length }))) said.push(name);
    unread = blankOut(unread, { places, length: word.length });
  }
  return said.length === 1 ? said[0] : undefined;
}

function findWord(text: string, word: string): number[] {
  const places: number[] = [];
  if (word === '') return places;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    // Two units, for a letter may be a pair of them. `C` is no word of `C++` and `C#`.
    const isStart = !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at));
    const isEnd = !/^[\p{L}\p{N}+#]/u.test(text.slice(at + word.length, at + word.length + 2));
    if (isStart && isEnd) places.push(at);
  }
  return places;
}

const DENIAL_CHARACTERS = 40;
/** In the languages that models answer in most. */
const DENIALS =
  "no|non|not|none|never|neither|nor|without|cannot|\\w+n['’]t|kein|keine|keinen|nicht|pas|sans|nunca|sin";
const DENIED_BEFORE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${DENIALS})(?:[^\\p{L}\\p{N},.;!?]+[\\p{L}\\p{N}]+){0,2}[^\\p{L}\\p{N},.;!?]*$`,
  'u',
);
const DENIED_AFTER =
  /^["'*`)\]]*(?:\s?[:=?]\s?(?:no|not|none|false|nein|non)|\s(?:is|are|was)(?:\snot|n['’]t)|\sdoes(?:\snot|n['’]t) apply)(?![\p{L}\p{N}])/u;

/** Whether a denial stands before a mention, with up to two words between them, or right behind it: 'not a refund', 'refund: no', 'refund is not it'. */
function isDenied(text: string, { at, end }: { at: number; end: number }): boolean {
  return (
    DENIED_BEFORE.test(text.slice(Math.max(0, at - DENIAL_CHARACTERS), at)) ||
    DENIED_AFTER.test(text.slice(end, end + DENIAL_CHARACTERS))
  );
}

/** Blanks out what was read, so that no shorter name is found in it. */
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
