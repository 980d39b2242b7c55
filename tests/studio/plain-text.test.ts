import { describe, expect, test } from 'vitest';
import { toPlainText } from '../../packages/studio/parts/plain-text.js';

describe('toPlainText', () => {
  test.each([
    ['emphasis and code', 'The **oak** _table_ `12` is ~~sold~~.', 'The oak table 12 is sold.'],
    ['headings and lists', '# Rome\n\n- seven hills\n- [x] one river', 'Rome seven hills one river'],
    ['a table', '| Item | Stock |\n| --- | --- |\n| Oak | 5 |', 'Item · Stock Oak · 5'],
    ['a link and an image', '[Forum](https://a.example) ![a hill](b.png)', 'Forum a hill'],
    ['a block of code', '```ts\nconst a = 1;\n```\nDone', 'const a = 1; Done'],
    ['lines of a quotation', '> one  \n> two', 'one two'],
    ['marks inside words', 'snake_case_name * 2', 'snake_case_name * 2'],
  ])('%s -> what a reader sees', (_, source, text) => {
    expect(toPlainText(source)).toBe(text);
  });
});
