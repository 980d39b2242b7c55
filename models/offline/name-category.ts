import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { messageText } from './prompt-text.js';
import { contentWords } from './words.js';

interface Category {
  readonly name: string;
  readonly words: ReadonlySet<string>;
}

/** A paragraph of `- name` or `- name: description`; what else it holds belongs to the line before. */
const LIST = /^categories:[ \t]*\n(?=- )/i;
/** Where in a system message a category is asked for, in characters from its beginning. */
const REQUEST_REACH = 600;
/** Names of what is left when nothing else fits. */
const REST = /\b(?:others?|else|general|miscellaneous|unknown|none|rest)\b/i;

/**
 * The category of the last user message, where the first system message asks to name one of a list: the first of
 * those that share most words with it, else the one named for the rest, else the first. Undefined: none is asked for.
 */
export function nameCategory(prompt: LanguageModelV3Prompt): string | undefined {
  const categories = categoriesIn(prompt);
  const user = prompt.findLast((message) => message.role === 'user');
  const said = [...contentWords(user ? messageText(user) : '')];
  const shared = categories.map(({ words }) => said.filter((word) => words.has(word)).length);
  const most = Math.max(...shared);
  const rest = categories.find(({ name }) => REST.test(name)) ?? categories[0];
  return (most > 0 ? categories[shared.indexOf(most)] : rest)?.name;
}

function categoriesIn([first]: LanguageModelV3Prompt): Category[] {
  if (first?.role !== 'system' || !/\bcategory\b/i.test(first.content.slice(0, REQUEST_REACH))) return [];
  const list = first.content.split(/\n[ \t]*\n/).find((paragraph) => LIST.test(paragraph)) ?? '';
  return list
    .replace(LIST, '')
    .split(/^- /m)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: line.split(/: |\n/, 1).join('').trim(), words: contentWords(line) }));
}
