import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { markCached } from '../../../../activities/agent/call/mark-cached.js';

describe('markCached', () => {
  test('a prompt, a summary and history -> the prompt, the summary, the history, the question with what was found', () => {
    const prompt = [system('S'), system('summary'), user('u'), said('a'), user('found, q')];
    expect(marksOf(markCached(prompt, { grammar: 'anthropic', system: 's' }))).toEqual([0, 1, 3, 4]);
  });

  test('steps after the question -> the question in place of the history, and the newest message', () => {
    const prompt = [system('S'), user('u'), said('a'), user('found, q'), called(), result()];
    expect(marksOf(markCached(prompt, { grammar: 'anthropic', system: 's' }))).toEqual([0, 3, 5]);
  });

  test('no system text and no history -> the question alone', () => {
    expect(marksOf(markCached([user('q')], { grammar: 'anthropic', system: null }))).toEqual([0]);
  });

  test('options that a message has -> kept beside the mark', () => {
    const prompt: LanguageModelV3Prompt = [
      { ...user('q'), providerOptions: { anthropic: { x: 1 }, other: { y: 2 } } },
    ];
    expect(markCached(prompt, { grammar: 'anthropic', system: null })[0]?.providerOptions).toEqual({
      anthropic: { x: 1, cacheControl: { type: 'ephemeral' } },
      other: { y: 2 },
    });
  });

  test.each(['openai-chat', 'openai-responses', 'gemini'] as const)('%s -> unchanged', (grammar) => {
    const prompt = [system('S'), user('q')];
    expect(markCached(prompt, { grammar, system: 's' })).toBe(prompt);
  });
});

function marksOf(prompt: LanguageModelV3Prompt): number[] {
  return prompt.flatMap(({ providerOptions }, index) => (providerOptions === undefined ? [] : [index]));
}

function system(content: string): LanguageModelV3Message {
  return { role: 'system', content };
}

function user(text: string): LanguageModelV3Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function said(text: string): LanguageModelV3Message {
  return { role: 'assistant', content: [{ type: 'text', text }] };
}

function called(): LanguageModelV3Message {
  return { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: {} }] };
}

function result(): LanguageModelV3Message {
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'c', toolName: 't', output: { type: 'text', value: 'r' } }],
  };
}
