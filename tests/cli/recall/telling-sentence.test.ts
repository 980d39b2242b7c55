import { describe, expect, test } from 'vitest';
import { countWords, findTellingSentence } from '../../../cli/recall/telling-sentence.js';

const texts = [
  'The weather is fine. I feed the cat at six! The weather again\nand the weather',
  'The weather is fine.',
];
const words = countWords(texts);

describe('findTellingSentence', () => {
  test.each([
    ['When do I feed the cat in this weather?', 'I feed the cat at six!'],
    ['and what else?', 'and the weather'],
    ['Something entirely different', 'The weather is fine.'],
  ])('%s -> %s', (asked, sentence) => {
    const text = texts[0] ?? '';
    const { start, end } = findTellingSentence({ seq: 1, text }, { asked, words });
    expect(text.slice(start, end)).toBe(sentence);
  });
});
