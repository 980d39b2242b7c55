import { describe, expect, test } from 'vitest';
import type { LeftOut, ToolOutput } from '../../../context/message/entries.js';
import { createResultCounter, pointAt, showPointers } from '../../../context/results/show-pointer.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { result, text, toEntries, tool, words } from '../messages.js';

const PICTURE = { type: 'image-url' as const, url: 'https://example.com/a.png' };
const SHOWN = { type: 'text', value: '[See a]' };

describe('pointAt', () => {
  test.each<[string, ToolOutput, boolean, unknown]>([
    ['a text', { type: 'text', value: 'x' }, true, SHOWN],
    ['data', { type: 'json', value: [1] }, true, SHOWN],
    ['an error', { type: 'error-text', value: 'x' }, true, { type: 'error-text', value: '[See a]' }],
    ['an error of data', { type: 'error-json', value: 1 }, true, { type: 'error-text', value: '[See a]' }],
    [
      'texts and a picture, kept',
      { type: 'content', value: [text('x'), PICTURE] },
      true,
      { type: 'content', value: [text('[See a]'), PICTURE] },
    ],
    ['texts and a picture, not kept', { type: 'content', value: [text('x'), PICTURE] }, false, SHOWN],
    [
      'a denial',
      { type: 'execution-denied', reason: 'x' },
      true,
      { type: 'execution-denied', reason: '[See a]' },
    ],
    ['texts alone', { type: 'content', value: [text('x')] }, true, SHOWN],
  ])('%s -> the pointer in its place', (_name, output, keepsPictures, shown) => {
    expect(pointAt(output, { pointer: '[See a]', keepsPictures })).toEqual(shown);
  });
});

describe('showPointers', () => {
  test('no result becomes a pointer -> the same entry', () => {
    const [entry] = toEntries([tool(result('a'), result('b'))]);
    const left: LeftOut[] = [];
    const how = {
      left,
      rule: 'spilled',
      countMessage: countMessageTokens,
      pointerFor: () => undefined,
    } as const;
    expect(entry && showPointers(entry, how)).toBe(entry);
    expect(left).toEqual([]);
  });
});

describe('createResultCounter', () => {
  test('a result -> its output alone, without what a message costs', () => {
    expect(createResultCounter(countMessageTokens)(result('a', words(30)))).toBe(30);
  });
});
