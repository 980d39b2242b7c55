import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { markCached } from '../../../../activities/agent/call/mark-cached.js';
import type { ContextManifest } from '../../../../context/manifest.js';

type Sent = ContextManifest['sent'];
const SUMMARY: Sent = [
  { from: 'summary', ordinal: 1, coversThrough: 4, heading: 'h', tokens: 1, isQuoted: true },
];
const PASSAGES: Sent = [{ from: 'passages', layout: 1, passages: [1], tokens: 1 }];
const DIRECTIVE: Sent = [
  {
    from: 'directive',
    text: 'h',
    base: { ordinal: null, coversThrough: 0 },
    coversThrough: 3,
    budget: 1,
    tokens: 1,
  },
];

describe('markCached', () => {
  test('a prompt, a summary and what was found -> the prompt, the summary, the question, the newest message', () => {
    const prompt = [
      system('S'),
      system('summary'),
      system('found'),
      user('u'),
      said('a'),
      user('q'),
      called(),
      result(),
    ];
    const sent = [...SUMMARY, ...PASSAGES];
    expect(marksOf(markCached(prompt, { grammar: 'anthropic', system: 's', sent }))).toEqual([0, 1, 5, 7]);
  });

  test('a request for a summary behind all system texts, nothing found -> not marked, because it comes and goes', () => {
    const prompt = [system('S'), system('summary'), system('ask'), user('q')];
    const sent = [...SUMMARY, ...DIRECTIVE];
    expect(marksOf(markCached(prompt, { grammar: 'anthropic', system: 's', sent }))).toEqual([0, 1, 3]);
  });

  test('no system text that stays -> the question alone', () => {
    const prompt = [system('found'), user('q')];
    expect(marksOf(markCached(prompt, { grammar: 'anthropic', system: null, sent: PASSAGES }))).toEqual([1]);
  });

  test('options that a message has -> kept beside the mark', () => {
    const prompt: LanguageModelV3Prompt = [
      { ...user('q'), providerOptions: { anthropic: { x: 1 }, other: { y: 2 } } },
    ];
    expect(markCached(prompt, { grammar: 'anthropic', system: null, sent: [] })[0]?.providerOptions).toEqual({
      anthropic: { x: 1, cacheControl: { type: 'ephemeral' } },
      other: { y: 2 },
    });
  });

  test.each(['openai-chat', 'openai-responses', 'gemini'] as const)('%s -> as it is', (grammar) => {
    const prompt = [system('S'), user('q')];
    expect(markCached(prompt, { grammar, system: 's', sent: [] })).toBe(prompt);
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
