import { describe, expect, test } from 'vitest';
import { findPhrase } from '../../packages/studio/chat/find-phrase.js';

describe('findPhrase', () => {
  test.each([
    ['plain words', 'Rome has seven hills.', 'seven hills', 'seven hills'],
    ['bold within', 'Rome is **very old**, and has hills.', 'is very old, and', 'is **very old**, and'],
    ['bold alone', 'Rome is **very old**, and has hills.', 'very old', 'very old'],
    [
      'a link',
      'See [the Forum](https://a.example/x) first.',
      'the Forum first',
      'the Forum](https://a.example/x) first',
    ],
    ['code', 'Call `find(x)` now.', 'Call find(x)', 'Call `find(x)'],
    ['over two paragraphs', 'One.\n\nTwo *three*.', 'One.\nTwo three', 'One.\n\nTwo *three'],
    ['over list items', '- one\n- two\n- three', 'one\ntwo', 'one\n- two'],
    ['over cells of a table', '| a | b |\n| - | - |\n| 1 | 2 |', '1\t2', '1 | 2'],
    ['an escape', 'Two \\* three is six.', '* three', '* three'],
    ['an entity', 'Fish &amp; chips are good.', 'chips are', 'chips are'],
    [
      'a block of code',
      'So:\n\n```ts\nconst a = 1;\n```\n\nDone.',
      'const a = 1;\nDone',
      'const a = 1;\n```\n\nDone',
    ],
  ])('%s -> the source of the visible text', (_, source, text, found) => {
    const span = findPhrase(source, { text, before: '' });
    expect(span && source.slice(span.start, span.end)).toBe(found);
  });

  test('a phrase that occurs twice -> the selected one', () => {
    const source = '**old** and old';
    expect(findPhrase(source, { text: 'old', before: '' })).toEqual({ start: 2, end: 5 });
    expect(findPhrase(source, { text: 'old', before: 'old and ' })).toEqual({ start: 12, end: 15 });
  });

  test.each([
    ['nothing', ''],
    ['a phrase of another text', 'Paris'],
  ])('%s -> undefined', (_, text) => {
    expect(findPhrase('Rome is old.', { text, before: '' })).toBeUndefined();
  });
});
