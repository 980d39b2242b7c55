import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { ContextManifest } from '../../../context/manifest.js';
import { SENT_KINDS, type SentItem } from '../../../context/sent/sent-kinds.js';

/** Texts that are another one in each turn: nothing behind them is the same as in the call before. */
const CHANGING: ReadonlySet<SentItem['from']> = new Set(['passages', 'found-above']);

/**
 * Marks in a prompt for Anthropic how far it is likely to be sent again, at four places at the most: the system prompt, with the
 * tools before it; the last of our texts that stay from turn to turn, such as the summary; the turn's question; and the newest
 * message. Others find the beginning that two requests have in common by themselves. Made right before the request is
 * sent, so that no manifest and no hash knows of it.
 */
export function markCached(
  prompt: LanguageModelV3Prompt,
  { grammar, system, sent }: Pick<ContextManifest, 'grammar' | 'system' | 'sent'>,
): LanguageModelV3Prompt {
  if (grammar !== 'anthropic') return prompt;
  const leading = sent.filter(({ from }) => SENT_KINDS[from].position === 'system');
  const changing = leading.findIndex(({ from }) => CHANGING.has(from));
  const stable = (system === null ? 0 : 1) + (changing < 0 ? leading.length : changing);
  const question = prompt.findLastIndex(({ role }) => role === 'user');
  const marked = new Set([...(system === null ? [] : [0]), stable - 1, question, prompt.length - 1]);
  return prompt.map((message, index) => (marked.has(index) ? mark(message) : message));
}

function mark(message: LanguageModelV3Message): LanguageModelV3Message {
  const { anthropic, ...others } = message.providerOptions ?? {};
  const cacheControl = { type: 'ephemeral' };
  return { ...message, providerOptions: { ...others, anthropic: { ...anthropic, cacheControl } } };
}
