import { describe, expect, test } from 'vitest';
import type { ToolOutput } from '../../../context/message/entries.js';
import { cleanOutput, NO_OUTPUT } from '../../../context/hygiene/clean-output.js';
import { text } from '../messages.js';

const PICTURE = { type: 'image-url' as const, url: 'https://example.com/a.png' };

describe('cleanOutput', () => {
  test.each<[string, ToolOutput]>([
    ['a text', { type: 'text', value: 'found' }],
    ['data', { type: 'json', value: { rows: [1, null, ''] } }],
    ['an error', { type: 'error-text', value: 'failed' }],
    ['an error of data', { type: 'error-json', value: { code: 7 } }],
    ['parts', { type: 'content', value: [text('found'), PICTURE] }],
    ['a picture alone', { type: 'content', value: [PICTURE] }],
    ['a denial', { type: 'execution-denied', reason: 'no' }],
  ])('%s, nothing to clean -> the same object', (_name, output) => {
    expect(cleanOutput(output)).toBe(output);
  });

  test.each<[string, unknown, unknown]>([
    ['an empty text', { type: 'text', value: '' }, { type: 'text', value: NO_OUTPUT }],
    ['an empty error', { type: 'error-text', value: ' ' }, { type: 'error-text', value: NO_OUTPUT }],
    ['a text that is none', { type: 'text', value: { a: 1 } }, { type: 'text', value: '{"a":1}' }],
    ['a text of null', { type: 'text', value: null }, { type: 'text', value: NO_OUTPUT }],
    ['no value', { type: 'json' }, { type: 'json', value: null }],
    [
      'half a pair deep in data',
      { type: 'json', value: { a: [{ '\ud83d': 'x\u0000' }] } },
      { type: 'json', value: { a: [{ '\uFFFD': 'x' }] } },
    ],
    ['blank parts', { type: 'content', value: [text(' '), PICTURE] }, { type: 'content', value: [PICTURE] }],
    ['only blank parts', { type: 'content', value: [text(''), null] }, { type: 'text', value: NO_OUTPUT }],
    [
      'parts that nobody knows',
      { type: 'content', value: [7, 'x', { type: 'image', source: {} }, PICTURE] },
      { type: 'content', value: [PICTURE] },
    ],
    [
      'half a pair in the reason of a denial',
      { type: 'execution-denied', reason: 'no\ud83d' },
      { type: 'execution-denied', reason: 'no\uFFFD' },
    ],
    [
      'a denial whose reason is not a text',
      { type: 'execution-denied', reason: 7 },
      { type: 'execution-denied' },
    ],
    ['parts that are no list', { type: 'content', value: 'x' }, { type: 'text', value: NO_OUTPUT }],
    ['a bare text', 'found', { type: 'text', value: 'found' }],
    ['bare data', { rows: [1] }, { type: 'text', value: '{"rows":[1]}' }],
    ['nothing', undefined, { type: 'text', value: NO_OUTPUT }],
    ['a number', 0, { type: 'text', value: '0' }],
  ])(
    '%s -> an output that every provider accepts, and cleaning again returns the same object',
    (_name, output, expected) => {
      const clean = cleanOutput(output as ToolOutput);
      expect(clean).toEqual(expected);
      expect(cleanOutput(clean)).toBe(clean);
    },
  );
});
