import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { messageText } from './prompt-text.js';
import { listSentences } from './words.js';

const REQUEST = /^You describe what an agent touched\b/;
const THING = /^<thing number="(\d{1,4})">\n([\s\S]*?)\n<\/thing>$/gm;
const MOST_CHARACTERS = 160;

export function describeThings(prompt: LanguageModelV3Prompt): string | undefined {
  const [first] = prompt;
  const user = prompt.findLast(({ role }) => role === 'user');
  if (first?.role !== 'system' || !REQUEST.test(first.content) || user === undefined) return undefined;
  const things = [...messageText(user).matchAll(THING)];
  return JSON.stringify(
    Object.fromEntries(things.map(([, number = '', shown = '']) => [number, describe(shown)])),
  );
}

function describe(shown: string): string {
  const [head = '', content = ''] = shown.split('\ncontent:\n', 2);
  const type = readField(head, 'type');
  const tool = /^[^(\s]+/.exec(readField(head, 'action'))?.[0];
  const touched = tool === undefined ? type : `${type} touched by ${tool}`;
  const [said] = listSentences(content);
  if (said === undefined) return `${touched}.`;
  const short = said.length > MOST_CHARACTERS ? `${said.slice(0, MOST_CHARACTERS).toWellFormed()}...` : said;
  return `${touched}: ${short}`;
}

function readField(head: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? '';
}
