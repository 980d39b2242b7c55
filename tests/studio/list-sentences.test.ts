import { describe, expect, test } from 'vitest';
import { findPhrase } from '../../packages/studio/chat/find-phrase.js';
import { listSentences } from '../../packages/studio/chat/list-sentences.js';

describe('listSentences', () => {
  test.each([
    ['two sentences', 'Rome is **old**. It has hills.', ['Rome is old.', 'It has hills.']],
    ['a list', '- one\n- two *three*', ['one', 'two three']],
    ['a table', '| a | b |\n| - | - |\n| 1 | 2 |', ['a b', '1 2']],
    ['a quotation and code', '> Said.\n\n```ts\nconst a = 1;\n```', ['Said.', 'const a = 1;']],
    ['nothing', '', []],
  ])('%s -> the sentences that a reader sees', (_, source, sentences) => {
    expect(listSentences(source).map(({ text }) => text)).toEqual(sentences);
  });

  test('a sentence that occurs twice -> each at its own place', () => {
    const source = 'It rains. **It rains.** Then:\n\n- It rains.';
    const places = listSentences(source)
      .filter(({ text }) => text === 'It rains.')
      .map((sentence) => findPhrase(source, sentence)?.start);
    expect(places).toEqual([0, 12, source.lastIndexOf('It')]);
  });
});
