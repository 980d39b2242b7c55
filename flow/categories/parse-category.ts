import type { CategorizerConfig } from '../kinds/categorizer.js';

/**
 * The name of the category that a model's answer means: the answer itself, the `category` of a JSON object in it, or
 * the only category that it mentions. Else the fallback; undefined when there is none.
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
  const bare = stripped(text);
  // As it stands first: of `C` and `C#`, stripping would leave the same.
  return (
    names.find((name) => name.trim().toLowerCase() === said) ?? names.find((name) => stripped(name) === bare)
  );
}

/** Without the quotes, full stops and markdown that models put around a word. */
function stripped(text: string): string {
  const characters = Array.from(text.toLowerCase());
  const isContent = (character: string) => !/[\s"'“”‘’«»`*_#~.,:;!]/u.test(character);
  return characters.slice(characters.findIndex(isContent), characters.findLastIndex(isContent) + 1).join('');
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
  const text = answer.toLowerCase();
  const mentioned = names.filter((name) => hasWord(text, name.trim().toLowerCase()));
  return mentioned.length === 1 ? mentioned[0] : undefined;
}

function hasWord(text: string, word: string): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    // Two units, for a letter may be a pair of them.
    const isStart = !/[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, at - 2), at));
    const isEnd = !/^[\p{L}\p{N}_]/u.test(text.slice(at + word.length, at + word.length + 2));
    if (isStart && isEnd) return true;
  }
  return false;
}
