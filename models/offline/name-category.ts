import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { messageText } from './prompt-text.js';
import { contentWords } from './words.js';

interface Category {
  readonly name: string;
  readonly words: ReadonlySet<string>;
}

const LIST = /^categories:[ \t]*\n(?=- )/i;
const REQUEST_REACH = 600;
const REST = /\b(?:others?|else|general|miscellaneous|unknown|none|rest)\b/i;

/**
 * Picks the category that shares most words with the last user message, else the one for the rest. Undefined
 * if none is requested.
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
