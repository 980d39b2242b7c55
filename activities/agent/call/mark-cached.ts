import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { ContextManifest } from '../../../context/manifest/manifest.js';

/** For Anthropic's cache. Call it right before sending: manifests and hashes must not contain the marks. */
export function markCached(
  prompt: LanguageModelV3Prompt,
  { grammar, system }: Pick<ContextManifest, 'grammar' | 'system'>,
): LanguageModelV3Prompt {
  if (grammar !== 'anthropic') return prompt;
  const lastSystem = prompt.findLastIndex(({ role }) => role === 'system');
  const question = prompt.findLastIndex(({ role }) => role === 'user');
  const newest = prompt.length - 1;
  const kept = question === newest ? question - 1 : question;
  const marked = new Set([...(system === null ? [] : [0]), lastSystem, kept, newest]);
  return prompt.map((message, index) => (marked.has(index) ? mark(message) : message));
}

function mark(message: LanguageModelV3Message): LanguageModelV3Message {
  const { anthropic, ...others } = message.providerOptions ?? {};
  const cacheControl = { type: 'ephemeral' };
  return { ...message, providerOptions: { ...others, anthropic: { ...anthropic, cacheControl } } };
}
