import { describe, expect, test } from 'vitest';
import type { Option } from '../../../scripts/write-reference/option.js';
import { findUnit, splitDefault } from '../../../scripts/write-reference/option.js';
import { renderPage } from '../../../scripts/write-reference/render-page.js';

const option = (facts: Partial<Option>): Option => ({
  name: 'size',
  type: 'number',
  isRequired: false,
  text: 'How large.',
  ...facts,
});
const page = (facts: Partial<Option>) => ({
  file: 'x.md',
  title: 'X',
  intro: 'Of X.',
  sections: [{ name: 'X', text: '', options: [option(facts)] }],
});

describe('splitDefault', () => {
  test.each([
    ['How large.', undefined, 'How large.'],
    ['How large; default 8.', '8', 'How large.'],
    ['How large. Default: 1.5 times `a.b`.', '1.5 times `a.b`', 'How large.'],
    ['Default: none. May be large.', 'none', 'May be large.'],
    ['Works by default as it should.', undefined, 'Works by default as it should.'],
  ])('%j -> default %j', (text, fallback, rest) => {
    expect(splitDefault(option({ text }))).toEqual({ fallback, text: rest });
  });
});

describe('findUnit', () => {
  test.each([
    ['timeoutMs', '', 'milliseconds'],
    ['chatDays', '', 'days'],
    ['limit', 'Tokens that it may have.', 'tokens'],
    ['name', '', undefined],
  ])('%s, %j -> %s', (name, text, unit) => {
    expect(findUnit(option({ name, text }))).toBe(unit);
  });
});

describe('renderPage', () => {
  test('an option with text and example -> its facts and both', () => {
    const text = renderPage(
      page({ text: 'How large; default 8.' }),
      new Map([['X.size', 'f({ size: 9 });']]),
    );
    expect(text).toContain(
      '### `size`\n\n`number` · default: 8\n\nHow large.\n\n```ts\nf({ size: 9 });\n```',
    );
  });

  test('without either -> refused with the names of all', () => {
    expect(() => renderPage(page({ text: '' }), new Map())).toThrow(
      'X.size has no example\nX.size has no text',
    );
  });
});
