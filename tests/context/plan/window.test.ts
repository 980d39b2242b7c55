import { describe, expect, test } from 'vitest';
import { resolveWindow } from '../../../context/plan/window.js';

const MODEL = { contextWindow: 128_000 };
const NO_NUMBER = /^The (?:context window|maximum of output tokens) '.*' is not a number and is ignored$/;

describe('resolveWindow', () => {
  test.each<[string, unknown, number, number]>([
    ['P7: a number', 32_000, 32_000, 0],
    ['P8: a numeric string', '32000', 32_000, 0],
    ['a numeric string in white space', ' 32000 ', 32_000, 0],
    ['a fraction', 1_000.9, 1_000, 0],
    ['more than the model has', 900_000, 900_000, 0],
    ['nothing', undefined, 128_000, 0],
    ['null', null, 128_000, 0],
    ['0', 0, 128_000, 0],
    ['"0"', '0', 128_000, 0],
    ['less than 1', 0.5, 128_000, 0],
    ['negative', -5, 128_000, 0],
    ['NaN', NaN, 128_000, 0],
    ['infinite', Infinity, 128_000, 0],
    ['"Infinity"', 'Infinity', 128_000, 0],
    ['a text', 'abc', 128_000, 1],
    ['an empty text', '', 128_000, 1],
    ['"NaN"', 'NaN', 128_000, 1],
    ['"32k"', '32k', 128_000, 1],
    ['an object', { tokens: 5 }, 128_000, 1],
    ['a list', [32_000], 128_000, 1],
    ['true', true, 128_000, 1],
  ])(
    'an override of %s -> used, or ignored with a warning if it is not a number',
    (_name, value, window, count) => {
      const resolved = resolveWindow({ model: MODEL, contextWindow: value });
      expect(resolved.window).toBe(window);
      expect(resolved.warnings).toHaveLength(count);
      for (const warning of resolved.warnings) expect(warning).toMatch(NO_NUMBER);
    },
  );

  test.each<[string, unknown, number, number]>([
    ['a number', 4_096, 4_096, 0],
    ['a numeric string', '4096', 4_096, 0],
    ['one less than the window', 127_999, 127_999, 0],
    ['P38: the window itself', 128_000, 16_384, 1],
    ['more than the window', 500_000, 16_384, 1],
    ['nothing', undefined, 16_384, 0],
    ['null', null, 16_384, 0],
    ['0', 0, 16_384, 0],
    ['negative', -1, 16_384, 0],
    ['a text', 'many', 16_384, 1],
  ])('a maximum of output of %s -> the reserve', (_name, value, reserve, count) => {
    const resolved = resolveWindow({ model: MODEL, maxOutputTokens: value });
    expect(resolved).toMatchObject({ window: 128_000, reserve });
    expect(resolved.warnings).toHaveLength(count);
  });

  test.each([
    [8_192, 2_048],
    [4_000, 1_000],
    [65_536, 16_384],
    [65_535, 16_383],
    [1_000_000, 16_384],
    [3, 0],
  ])('a window of %i without a maximum of output -> a reserve of %i', (contextWindow, reserve) => {
    expect(resolveWindow({ model: MODEL, contextWindow })).toEqual({
      window: contextWindow,
      reserve,
      reserveFrom: 'default',
      warnings: [],
    });
  });

  test.each<[string, object, number, string, number]>([
    ['the default reserve', { outputLimit: 1_024 }, 1_024, 'outputLimit', 0],
    ['a maximum of output above it', { outputLimit: 1_024, maxOutputTokens: 4_096 }, 1_024, 'outputLimit', 1],
    ['a maximum of output below it', { outputLimit: 1_024, maxOutputTokens: 512 }, 512, 'maxOutputTokens', 0],
    ['a default reserve below it', { outputLimit: 8_192 }, 4_096, 'default', 0],
  ])(
    'an output limit bounds %s -> the reserve and its source',
    (_name, input, reserve, reserveFrom, count) => {
      const { outputLimit, maxOutputTokens } = input as { outputLimit: number; maxOutputTokens?: number };
      const resolved = resolveWindow({ model: { contextWindow: 16_384, outputLimit }, maxOutputTokens });
      expect(resolved).toMatchObject({ window: 16_384, reserve, reserveFrom });
      expect(resolved.warnings).toHaveLength(count);
    },
  );

  test('less input than the window allows -> that limit and the reserve, with a warning', () => {
    const model = { contextWindow: 1_000_000, maxInputTokens: 900_000 };
    const resolved = resolveWindow({ model, maxOutputTokens: 10_000 });
    expect(resolved).toMatchObject({ window: 910_000, reserve: 10_000 });
    expect(resolved.warnings).toEqual([
      'The model accepts at most 900000 input tokens: of its window of 1000000, only these and the reserve are used',
    ]);
    expect(resolveWindow({ model, maxOutputTokens: 100_000 })).toMatchObject({
      window: 1_000_000,
      warnings: [],
    });
  });

  test('less input than the window allows, and an override -> the override', () => {
    const model = { contextWindow: 1_000_000, maxInputTokens: 900_000 };
    expect(resolveWindow({ model, contextWindow: 950_000 })).toMatchObject({ window: 950_000, warnings: [] });
  });

  test('a warning with a long value -> cut between characters', () => {
    const { warnings } = resolveWindow({
      model: MODEL,
      contextWindow: `${'x'.repeat(39)}😀${'y'.repeat(999)}`,
    });
    expect(warnings[0]?.length).toBeLessThan(100);
    expect(warnings[0]?.isWellFormed()).toBe(true);
  });
});
