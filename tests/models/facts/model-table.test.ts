import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_MODELS, lookUpModel, usageCost } from '../../../models/facts/model-table.js';
import { toModelUsage } from '../../../models/stream/collect-parts.js';

describe('lookUpModel', () => {
  test.each([
    ['P1', 'claude-3-5-sonnet-20241022', 200_000],
    ['P1', 'claude-opus-4-20250514', 200_000],
    ['P1', 'claude-opus-4-6', 200_000],
    ['P2', 'gpt-4o-2024-08-06', 128_000],
    ['P2', 'gpt-4', 8_192],
    ['P2', 'gpt-4-turbo-preview', 128_000],
    ['P2', 'gpt-3.5-turbo-0125', 16_384],
    ['P4', 'o1-preview', 200_000],
    ['P4', 'o3-mini', 200_000],
    ['P4', 'o1-mini', 128_000],
    ['P5', '', 128_000],
    ['P5', 'some-unknown-model', 128_000],
    ['P5', undefined, 128_000],
    ['P5', null, 128_000],
    ['H53', 'openai/gpt-4o', 128_000],
    ['H53', 'openai:gpt-4o', 128_000],
    ['H53', 'openrouter:openai/GPT-4.1-mini', 1_047_576],
    ['bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', 200_000],
    ['colon in the model', 'ollama:llama3.2:1b', 128_000],
    ['case', ' Claude-Sonnet-5 ', 1_000_000],
    ['longest', 'gpt-5-mini', 400_000],
    ['longest', 'gpt-5.4', 1_050_000],
    ['own', 'offline:demo', 128_000],
  ])('%s: %s -> %d', (_case, name, window) => {
    expect(lookUpModel(name).contextWindow).toBe(window);
  });

  test('a known name -> published output and input limits, factor 1', () => {
    expect(lookUpModel('gpt-5')).toMatchObject({
      maxOutputTokens: 128_000,
      maxInputTokens: 272_000,
      tokenFactor: 1,
    });
    expect(lookUpModel('anthropic:claude-sonnet-4-5').maxOutputTokens).toBe(64_000);
  });

  test('the table -> every prefix once, lower case, nothing larger than its window', () => {
    expect(new Set(KNOWN_MODELS.map(({ prefix }) => prefix)).size).toBe(KNOWN_MODELS.length);
    for (const { prefix, contextWindow: window, maxOutputTokens = 1, maxInputTokens = 1 } of KNOWN_MODELS) {
      expect(prefix).toBe(prefix.toLowerCase());
      expect(Math.max(maxOutputTokens, maxInputTokens)).toBeLessThanOrEqual(window);
    }
  });
});

describe('usageCost', () => {
  test.each([
    ['P106', 'gpt-4o', 1_000_000, 1_000_000, '12.500000000000'],
    ['P107', 'gpt-4o-mini', 1_000, 500, '0.000450000000'],
    ['P109, no price', 'some-unknown-model', 1_000, 500, null],
    ['a listed variant', 'gpt-5.2-pro', 1_000, 0, '0.021000000000'],
    ['an unlisted variant that costs more', 'gpt-5.6-pro-2026-01-01', 1_000, 500, null],
    ['a date', 'gpt-4o-mini-2024-07-18', 1_000, 500, '0.000450000000'],
    ['offline', 'offline:echo', 1_000, 500, '0.000000000000'],
    ['one token', 'gpt-4o-mini', 1, 0, '0.000000150000'],
    ['three times a third of nothing exact', 'gemini-1.5-flash', 3, 7, '0.000002325000'],
    ['large', 'gpt-4', 10_000_000_000, 0, '300000.000000000000'],
    ['no figures', 'gpt-4o', NaN, -5, '0.000000000000'],
    ['o1', 'o1', 1_000_000, 1_000_000, '75.000000000000'],
    ['o1-mini', 'o1-mini', 1_000_000, 1_000_000, '15.000000000000'],
    ['o3-mini', 'o3-mini', 1_000_000, 1_000_000, '5.500000000000'],
    ['opus', 'claude-3-opus-20240229', 1_000_000, 1_000_000, '90.000000000000'],
    ['haiku', 'claude-3-5-haiku-latest', 1_000_000, 1_000_000, '4.800000000000'],
    ['turbo', 'gpt-4-turbo', 1_000_000, 1_000_000, '40.000000000000'],
    ['3.5', 'gpt-3.5-turbo', 1_000_000, 1_000_000, '2.000000000000'],
  ])('%s: %s, %d in, %d out -> %s', (_case, model, inputTokens, outputTokens, cost) => {
    expect(usageCost({ model, inputTokens, outputTokens })).toBe(cost);
  });

  test('any split of the tokens over calls -> the same total, no drift', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 50 }), (calls) => {
        const units = (tokens: number) =>
          BigInt(
            usageCost({ model: 'gpt-4o-mini', inputTokens: tokens, outputTokens: tokens })!.replace('.', ''),
          );
        const total = calls.reduce((sum, tokens) => sum + tokens, 0);
        expect(calls.reduce((sum, tokens) => sum + units(tokens), 0n)).toBe(units(total));
      }),
    );
  });
});

describe('toModelUsage', () => {
  test.each([null, undefined])('P49: usage %s -> zeros', (usage) => {
    expect(Object.values(toModelUsage(usage))).toEqual([0, 0, 0, 0, 0]);
  });
});
