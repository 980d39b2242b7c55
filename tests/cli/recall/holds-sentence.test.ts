import { describe, expect, test } from 'vitest';
import { holdsSentence, readParts } from '../../../cli/recall/measure-conversation.js';
import { countWords } from '../../../cli/recall/telling-sentence.js';

const words = countWords([
  'The last ferry to the island leaves at 19:40.',
  'The weather on the island is fine.',
  'The ferry is blue.',
]);
const SENTENCE = 'The last ferry to the island leaves at 19:40.';

describe('holdsSentence', () => {
  test.each([
    ['word for word', `[Topic: Trip] They talked. ${SENTENCE} It rained.`],
    ['an entry of the facts', '[Topic: Facts] gate is 12; last ferry leaves at 19:40; port is 8080'],
    ['in other words', 'User: last ferry from the island leaves 19:40'],
    ['with what held before', '[Topic: Facts] last ferry leaves at 20:10 (since 2026-03-02, before: 19:40)'],
  ])('%s -> found', (_name, summary) => {
    expect(holdsSentence(readParts(summary), SENTENCE, words)).toBe(true);
  });

  test.each([
    ['another number', 'The last ferry to the island leaves at 20:10.'],
    ['no number', 'The last ferry to the island leaves in the evening.'],
    ['the number alone', 'Something happens at 19:40.'],
    ['its words in two entries', '[Topic: Facts] last ferry leaves; island is at 19:40'],
    ['nothing', ''],
  ])('%s -> not found', (_name, summary) => {
    expect(holdsSentence(readParts(summary), SENTENCE, words)).toBe(false);
  });

  test('a sentence without words -> not found', () => {
    expect(holdsSentence(readParts('!'), '!', words)).toBe(false);
  });
});
