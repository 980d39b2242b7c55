import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { countTextTokens } from '../counting/tokenizer.js';
import { messageText } from './prompt-text.js';
import { OFFLINE_LABEL } from './reply-wording.js';
import { contentWords, isQuestion, listSentences } from './words.js';

const REQUEST =
  /\bsummari[sz]e\b|\b(?:write|give|make|produce|update|create|need|want|return)\b[^.?!\n]{0,80}\b(?:summary|recap)\b/i;
/** Where in a message a request is looked for, in characters from its beginning and from its end. */
const REQUEST_REACH = 600;
const DEFAULT_SUMMARY_TOKENS = 1_000;
const MATERIAL_TAGS = ['earlier-summary', 'existing-summary', 'transcript'];
const TOPIC_LABEL = /^\[Topic: [^\]\n]*\] /;
const ROLE_PREFIX = /^\W{0,3}(user|assistant|system|tool|human|ai)\W{0,3}\s*[:>]\s*/i;

/** Whether the last user message, or the first system message, asks for a summary. */
export function asksForSummary(prompt: LanguageModelV3Prompt): boolean {
  const user = prompt.findLast((message) => message.role === 'user');
  const system = prompt[0]?.role === 'system' ? prompt[0].content.slice(0, REQUEST_REACH) : '';
  const text = user ? messageText(user) : '';
  if (readMaterial(text).length > 0) return true;
  return [system, text.slice(0, REQUEST_REACH), text.slice(-REQUEST_REACH)].some((part) =>
    REQUEST.test(part),
  );
}

/** The texts that a request quotes between its tags to have them summarized; none: it quotes nothing. */
function readMaterial(text: string): string[] {
  const parts: string[] = [];
  for (const tag of MATERIAL_TAGS) {
    const start = text.indexOf(`<${tag}>\n`);
    const end = text.lastIndexOf(`\n</${tag}>`);
    if (start !== -1 && end > start) parts.push(text.slice(start + tag.length + 3, end));
  }
  return parts;
}

/**
 * A summary by extraction: the statements of the prompt in their order, each once, those with figures, names or the
 * first person before others when not all fit `maxTokens`. Holds only what was in the prompt.
 */
export function summarizeContext(prompt: LanguageModelV3Prompt, maxTokens = DEFAULT_SUMMARY_TOKENS): string {
  const last = prompt.at(-1);
  const material = last?.role === 'user' ? readMaterial(messageText(last)) : [];
  const texts = material.length > 0 ? material : prompt.map(messageText);
  const statements = [...new Set(texts.flatMap((text) => listSentences(text).flatMap(toStatement)))];
  const ranked = statements
    .map((text, place) => ({ text, place }))
    .sort((a, b) => weight(b.text) - weight(a.text));
  let left = Math.min(maxTokens, DEFAULT_SUMMARY_TOKENS);
  const kept = ranked.filter(({ text }) => {
    const tokens = countTextTokens(text) + 2;
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  if (kept.length === 0) return `${OFFLINE_LABEL} nothing was stated.`;
  return kept
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => `- ${text}`)
    .join('\n');
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
