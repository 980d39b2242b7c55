import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { countTextTokens } from '../counting/tokenizer.js';
import { messageText } from './prompt-text.js';
import { OFFLINE_LABEL, contentWords, isQuestion, listSentences } from './words.js';

const REQUEST =
  /\bsummari[sz]e\b|\b(?:write|give|make|produce|update|create|need|want|return)\b[^.?!\n]{0,80}\b(?:summary|recap)\b/i;
const REQUEST_REACH = 600;
const DEFAULT_SUMMARY_TOKENS = 1_000;
const MATERIAL_TAGS = ['earlier-summary', 'existing-summary', 'transcript'];
const BUDGET = /at most (\d{1,6}) tokens/g;
const TOPIC_LABEL = /^\[Topic: [^\]\n]*\] /;
const FACTS_LINE = /^\[Topic: Facts\] [^\n]*$/gm;
const ROLE_PREFIX = /^\W{0,3}(user|assistant|system|tool|human|ai)\W{0,3}\s*[:>]\s*/i;
const SPEAKER_PREFIX = /^(?:(AI|Assistant)|User): /gm;
/** The user's words show what a longer answer was about. */
const SHORT_CHARACTERS = 400;
const USER_WEIGHT = 5;
const SUMMARY_BLOCK = /^(<<<[A-Z]+(?: \w+)?>>>)\n\{"summary":"[^\n]*\}\n(<<<[A-Z]+(?: \w+)?>>>)$/m;
const DEFAULT_APPENDED_TOKENS = 500;
const SUMMARY_PREFIX = /^\[Conversation summary[^\n]*\]\n(?:\[A record[^\n]*\]\n)?/;
const TITLE_WORDS = 6;

export function asksForSummary(prompt: LanguageModelV3Prompt): boolean {
  const user = prompt.findLast((message) => message.role === 'user');
  const system = prompt[0]?.role === 'system' ? prompt[0].content.slice(0, REQUEST_REACH) : '';
  const text = user ? messageText(user) : '';
  if (readMaterial(text).length > 0) return true;
  return [system, text.slice(0, REQUEST_REACH), text.slice(-REQUEST_REACH)].some((part) =>
    REQUEST.test(part),
  );
}

function readMaterial(text: string): string[] {
  return MATERIAL_TAGS.flatMap((tag) => {
    const [opening, key = ''] = new RegExp(`<${tag}(-\\w+)?>\\n`).exec(text) ?? [];
    if (!opening) return [];
    const start = text.indexOf(opening) + opening.length;
    const end = text.lastIndexOf(`\n</${tag}${key}>`);
    return end > start ? [text.slice(start, end)] : [];
  });
}

function readAskedTokens(request: string): number | undefined {
  // Quoted material before the task may also contain a limit.
  const tokens = [...request.matchAll(BUDGET)].at(-1)?.[1];
  return tokens ? Number(tokens) : undefined;
}

interface Remark {
  text: string;
  isAssistant: boolean;
}

export function summarizeContext(prompt: LanguageModelV3Prompt, maxTokens = DEFAULT_SUMMARY_TOKENS): string {
  const last = prompt.at(-1);
  const material = last?.role === 'user' ? readMaterial(messageText(last)) : [];
  const facts = material.flatMap((text) => text.match(FACTS_LINE) ?? []);
  const remarks =
    material.length > 0
      ? material.flatMap((text) => partSpeakers(text.replaceAll(FACTS_LINE, '')))
      : prompt.map((message) => ({ text: messageText(message), isAssistant: message.role === 'assistant' }));
  const asked = last && readAskedTokens(messageText(last));
  const most = Math.min(maxTokens, asked ?? DEFAULT_SUMMARY_TOKENS, DEFAULT_SUMMARY_TOKENS);
  const room = most - countTextTokens(facts.join('\n'));
  const kept = chooseStatements(remarks, room);
  const lines = [...kept.map((statement) => `- ${statement}`), ...facts];
  return lines.length === 0 ? `${OFFLINE_LABEL} nothing was stated.` : lines.join('\n');
}

function partSpeakers(transcript: string): Remark[] {
  const speakers = [...transcript.matchAll(SPEAKER_PREFIX)];
  const first = { text: transcript.slice(0, speakers[0]?.index), isAssistant: false };
  const others = speakers.map(({ index, 1: assistant }, at) => ({
    text: transcript.slice(index, speakers[at + 1]?.index),
    isAssistant: Boolean(assistant),
  }));
  return [first, ...others];
}

function chooseStatements(remarks: readonly Remark[], maxTokens: number): string[] {
  const weights = new Map<string, number>();
  const hasUser = remarks.some(({ text, isAssistant }) => !isAssistant && text.trim() !== '');
  for (const { text, isAssistant } of remarks)
    if (!isAssistant || !hasUser || text.length <= SHORT_CHARACTERS)
      for (const statement of listSentences(text).flatMap(toStatement)) {
        const known = weights.get(statement) ?? -Infinity;
        weights.set(statement, Math.max(known, weight(statement) + (isAssistant ? 0 : USER_WEIGHT)));
      }
  const statements = [...weights].map(([text, weighs], place) => ({ text, weighs, place }));
  let left = maxTokens;
  return statements
    .toSorted((a, b) => b.weighs - a.weighs)
    .filter(({ text }) => {
      const tokens = countTextTokens(text) + 2;
      if (tokens > left) return false;
      left -= tokens;
      return true;
    })
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => text);
}

function toStatement(sentence: string): string[] {
  const text = sentence.replace(TOPIC_LABEL, '').replace(ROLE_PREFIX, '').trim();
  const isOwn = text.startsWith(OFFLINE_LABEL) || REQUEST.test(text) || isQuestion(text);
  return isOwn || contentWords(text).size === 0 ? [] : [text];
}

function weight(text: string): number {
  const tests = [
    /\d/,
    /\b(?:my|our|i|we|the user)\b/i,
    /\s\p{Lu}/u,
    /\b(?:is|are|was|were|prefers?|decided)\b/i,
  ];
  return tests.filter((test) => test.test(text)).length;
}

export function appendedSummary(prompt: LanguageModelV3Prompt): string {
  const directive = prompt.findLast(
    ({ role, content }) => role === 'system' && SUMMARY_BLOCK.test(String(content)),
  );
  if (directive?.role !== 'system') return '';
  const [, open = '', close = ''] = SUMMARY_BLOCK.exec(directive.content) ?? [];
  const tokens = readAskedTokens(directive.content) ?? DEFAULT_APPENDED_TOKENS;
  const remarks = prompt.flatMap((message): LanguageModelV3Prompt => {
    if (message.role === 'user' || message.role === 'assistant') return [message];
    if (message.role !== 'system' || !SUMMARY_PREFIX.test(message.content)) return [];
    const content = message.content
      .replace(SUMMARY_PREFIX, '')
      .replaceAll(/^(?:> )?\[Topic: [^\]\n]*\] /gm, '');
    return [{ ...message, content }];
  });
  const statements = summarizeContext(remarks, Math.floor(tokens * 0.8));
  const lines = statements.replaceAll(/^- /gm, '').split('\n').join(' ');
  const summary = lines.startsWith(OFFLINE_LABEL) ? '' : `[Topic: Conversation] ${lines}`;
  const title = directive.content.includes('"title"') ? makeTitle(lines) : undefined;
  return `\n${open}\n${JSON.stringify({ summary, title })}\n${close}`;
}

function makeTitle(text: string): string {
  return text
    .split(/\s+/)
    .slice(0, TITLE_WORDS)
    .join(' ')
    .replace(/[.,;:!?]+$/, '');
}
