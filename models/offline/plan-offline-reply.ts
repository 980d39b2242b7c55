import { createHash } from 'node:crypto';
import type { LanguageModelV3CallOptions, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { countTextTokens } from '../counting/tokenizer.js';
import { answerFromContext } from './answer-from-context.js';
import { buildToolInput, type PlannedToolCall, planToolCalls } from './plan-tool-calls.js';
import { messageText, toolOutputText } from './prompt-text.js';
import { appendedSummary, asksForSummary, summarizeContext } from './summarize-context.js';
import { listSentences, contentWords } from './words.js';

const LIST = /^categories:[ \t]*\n(?=- )/i;
const REQUEST_REACH = 600;
const REST = /\b(?:others?|else|general|miscellaneous|unknown|none|rest)\b/i;

const REQUEST = /^You describe what an agent touched\b/;
const THING = /^<thing number="(\d{1,4})">\n([\s\S]*?)\n<\/thing>$/gm;
const MAX_CHARACTERS = 160;

export interface OfflineReply {
  /** Equal prompts get equal ids. */
  readonly id: string;
  readonly words: readonly string[];
  readonly toolCalls: readonly (PlannedToolCall & { readonly toolCallId: string })[];
  readonly finish: 'stop' | 'length' | 'tool-calls';
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export function planOfflineReply(options: LanguageModelV3CallOptions): OfflineReply {
  const { prompt, maxOutputTokens } = options;
  const inputTokens = countTextTokens(inputText(options));
  const id = `offline-${createHash('sha256').update(JSON.stringify(prompt)).digest('hex').slice(0, 16)}`;
  const results = lastToolResults(prompt);
  const calls = results === undefined ? planToolCalls(lastUserText(prompt), options) : [];
  if (calls.length > 0) {
    const toolCalls = calls.map((call, index) => ({ ...call, toolCallId: `${id}-${index}` }));
    const outputTokens = countTextTokens(
      calls.map(({ toolName, input }) => `${toolName} ${input}`).join('\n'),
    );
    return { id, words: [], toolCalls, finish: 'tool-calls', inputTokens, outputTokens };
  }
  const text =
    objectReply(options) ?? (results ?? textReply(prompt, maxOutputTokens)) + appendedSummary(prompt);
  const { words, outputTokens } = cutToTokens(text, maxOutputTokens ?? Infinity);
  const finish = words.join('').length < text.length ? 'length' : 'stop';
  return { id, words, toolCalls: [], finish, inputTokens, outputTokens };
}

function objectReply({ prompt, responseFormat }: LanguageModelV3CallOptions): string | undefined {
  if (responseFormat?.type !== 'json' || !responseFormat.schema) return undefined;
  const { schema: inputSchema, name = 'answer' } = responseFormat;
  return JSON.stringify(buildToolInput(lastUserText(prompt), { type: 'function', name, inputSchema }));
}

function textReply(prompt: LanguageModelV3Prompt, maxOutputTokens: number | undefined): string {
  const descriptions = describeThings(prompt);
  if (descriptions) return descriptions;
  const category = nameCategory(prompt);
  if (category) return category;
  return asksForSummary(prompt) ? summarizeContext(prompt, maxOutputTokens) : answerFromContext(prompt);
}

function lastToolResults(prompt: LanguageModelV3Prompt): string | undefined {
  const last = prompt.at(-1);
  if (last?.role !== 'tool') return undefined;
  const results = last.content.filter((part) => part.type === 'tool-result');
  return results.map(({ toolName, output }) => `Result of ${toolName}: ${toolOutputText(output)}`).join('\n');
}

function lastUserText(prompt: LanguageModelV3Prompt): string {
  const user = prompt.findLast((message) => message.role === 'user');
  return user ? messageText(user) : '';
}

function inputText({ prompt, tools }: LanguageModelV3CallOptions): string {
  const calls = prompt.flatMap((message) => {
    if (message.role !== 'assistant') return [];
    return message.content.map((part) =>
      part.type === 'tool-call' ? JSON.stringify([part.toolName, part.input]) : '',
    );
  });
  return [...prompt.map(messageText), ...calls, ...(tools ?? []).map((tool) => JSON.stringify(tool))].join(
    '\n',
  );
}

function cutToTokens(text: string, limit: number): { words: string[]; outputTokens: number } {
  const words = text.split(/(?<=\s)(?=\S)/);
  const count = (length: number): number => countTextTokens(words.slice(0, length).join(''));
  let low = 0;
  let high = words.length;
  if (count(high) <= limit) low = high;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(middle) <= limit) low = middle;
    else high = middle - 1;
  }
  return { words: words.slice(0, low), outputTokens: count(low) };
}

export function describeThings(prompt: LanguageModelV3Prompt): string | undefined {
  const [first] = prompt;
  const user = prompt.findLast(({ role }) => role === 'user');
  if (first?.role !== 'system' || !REQUEST.test(first.content) || !user) return undefined;
  const things = [...messageText(user).matchAll(THING)];
  return JSON.stringify(
    Object.fromEntries(things.map(([, number = '', shown = '']) => [number, describe(shown)])),
  );
}

function describe(shown: string): string {
  const [head = '', content = ''] = shown.split('\ncontent:\n', 2);
  const type = readField(head, 'type');
  const tool = /^[^(\s]+/.exec(readField(head, 'action'))?.[0];
  const touched = tool ? `${type} touched by ${tool}` : type;
  const [said] = listSentences(content);
  if (!said) return `${touched}.`;
  const short = said.length > MAX_CHARACTERS ? `${said.slice(0, MAX_CHARACTERS).toWellFormed()}...` : said;
  return `${touched}: ${short}`;
}

function readField(head: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? '';
}

interface Category {
  readonly name: string;
  readonly words: ReadonlySet<string>;
}

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
