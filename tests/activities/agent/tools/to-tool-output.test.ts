import { describe, expect, test } from 'vitest';
import { cleanToolOutput, toToolOutput } from '../../../../activities/agent/tools/to-tool-output.js';

const PNG = Buffer.from('\u0089PNG\r\n\u001a\n----', 'latin1').toString('base64');

describe('toToolOutput', () => {
  test.each([
    ['text', 'a\u0000', { type: 'text', value: 'a\u0000' }],
    ['data', { a: [1, undefined] }, { type: 'json', value: { a: [1, null] } }],
    ['nothing', undefined, { type: 'json', value: null }],
    ['a function', () => 1, { type: 'json', value: null }],
    [
      'data of a type of its own',
      { type: 'content', value: 7 },
      { type: 'json', value: { type: 'content', value: 7 } },
    ],
  ])('%s -> a plain output', (_name, value, expected) => {
    expect(toToolOutput(value)).toEqual(expected);
  });

  test('H19: parts of text and pictures -> a result of parts', () => {
    const value = [
      { type: 'text', text: 'two pictures' },
      { type: 'image-data', data: PNG, mediaType: 'image/png' },
      { type: 'image-url', url: 'https://example.com/a.png' },
    ];
    expect(toToolOutput({ type: 'content', value })).toEqual({ type: 'content', value });
  });

  test('a value that JSON cannot express -> an error for the model', () => {
    expect(() => toToolOutput({ size: 1n })).toThrow(/BigInt/);
  });
});

describe('cleanToolOutput', () => {
  test('T17: NUL and half a pair, anywhere -> removed', () => {
    expect(cleanToolOutput({ type: 'error-text', value: 'a\u0000\ud83d' }).type).toBe('error-text');
    expect(cleanToolOutput({ type: 'text', value: 'a\u0000\ud83d' })).toEqual({
      type: 'text',
      value: 'a\uFFFD',
    });
    expect(cleanToolOutput({ type: 'json', value: { 'k\u0000': ['\ud83d'] } })).toEqual({
      type: 'json',
      value: { k: ['\uFFFD'] },
    });
  });

  test('H20: a small picture with invalid bytes -> a note in its place, the others stay', () => {
    const picture = { type: 'image-data' as const, data: PNG, mediaType: 'image/png' };
    const output = { type: 'content' as const, value: [picture, { ...picture, data: '***' }, picture] };
    expect(cleanToolOutput(output)).toEqual({
      type: 'content',
      value: [picture, { type: 'text', text: '[Picture 1 is left out: it is not base64]' }, picture],
    });
  });
});
