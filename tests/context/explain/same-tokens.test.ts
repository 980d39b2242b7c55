import { describe, expect, test } from 'vitest';
import { explainManifest } from '../../../context/explain/explain-manifest.js';
import { sameTokens, type ComparedCall } from '../../../context/explain/same-tokens.js';
import type { Grammar } from '../../../context/grammar/grammar.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';
import { MANIFEST, ROWS } from './fixtures.js';

describe('sameTokens', () => {
  const all = MANIFEST.toolTokens + MANIFEST.systemTokens + MANIFEST.tokens;

  test('the same call again -> all tokens', () => {
    expect(sameTokens(compared(), compared())).toBe(all);
  });

  test('one message fewer before -> all but the newest', () => {
    const { context } = compared();
    const before = { ...compared(), context: { ...context, messages: context.messages.slice(0, -1) } };
    expect(sameTokens(before, compared())).toBe(all - (context.messages.at(-1)?.tokens ?? 0));
  });

  test('other tools, or another model -> none; another prompt -> the tools', () => {
    expect(sameTokens(compared({ tools: 'others' }), compared())).toBe(0);
    expect(sameTokens({ ...compared(), model: 'other' }, compared())).toBe(0);
    expect(sameTokens(compared({ system: 'other' }), compared())).toBe(MANIFEST.toolTokens);
  });

  test('system messages after the history -> for a provider that moves them first, nothing after a new one is the same', () => {
    const { context } = compared();
    const [first] = context.messages;
    const late = { ...first!, role: 'system' as const, text: 'asked now', tokens: 7 };
    const call = (grammar: Grammar): ComparedCall => ({
      ...compared(),
      grammar,
      context: { ...context, messages: [...context.messages, late] },
    });
    const before = (grammar: Grammar): ComparedCall => ({ ...compared(), grammar });
    const system = context.messages.filter(({ role }) => role === 'system');
    const behind = context.messages.filter(({ role }) => role !== 'system');
    const tokens = (messages: readonly { tokens: number }[]): number =>
      messages.reduce((sum, one) => sum + one.tokens, 0);
    const openai = sameTokens(before('openai-chat'), call('openai-chat')) ?? 0;
    const anthropic = sameTokens(before('anthropic'), call('anthropic')) ?? 0;
    expect(openai - anthropic).toBe(tokens(behind));
    expect(system.length + behind.length).toBe(context.messages.length);
  });

  test('a record of another policy -> unknown', () => {
    expect(sameTokens({ ...compared(), grammar: null }, compared())).toBeNull();
  });
});

function compared(changes: Partial<ContextManifest> = {}): ComparedCall {
  const context = explainManifest({ ...MANIFEST, ...changes }, ROWS);
  return { model: 'openai:gpt-4o', grammar: 'openai-chat', context };
}
