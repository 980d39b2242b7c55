import { describe, expect, test } from 'vitest';
import { textLength } from '../../../context/plan/drop-oldest.js';
import { assistant, call, result, text, tool, user } from '../messages.js';

describe('textLength', () => {
  test.each([
    ['a plain text', user('four'), 4],
    ['an empty text', user(''), 0],
    ['D23: a list of text parts', user([text('x'.repeat(50_000)), text('ab')]), 50_002],
    [
      'a picture beside a text',
      user([text('look'), { type: 'image', image: 'A'.repeat(9_000), mediaType: 'image/png' }]),
      4,
    ],
    ['a file', user([{ type: 'file', data: 'A'.repeat(9_000), mediaType: 'application/pdf' }]), 0],
    ['a tool call beside a text', assistant([text('Let me see'), call('a')]), 10],
    ["a tool's result", tool(result('a', 'found'), result('b', 'more')), 9],
    ['a character of two halves', user('😀'), 2],
  ])('%s -> the characters of its texts', (_what, message, length) => {
    expect(textLength(message)).toBe(length);
  });
});
