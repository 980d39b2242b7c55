import { describe, expect, test } from 'vitest';
import { cjkBigrams } from '../../../context/retrieval/cjk-bigrams.js';

describe('cjkBigrams', () => {
  test.each([
    ['我喜欢猫', ['我喜', '喜欢', '欢猫']],
    ['猫 and 犬', ['猫', '犬']],
    ['コーヒー', ['コー', 'ーヒ', 'ヒー']],
    ['안녕하세요', ['안녕', '녕하', '하세', '세요']],
    ['哈哈哈', ['哈哈']],
    ['plain words', []],
    ['\ud800 \u0000', []],
  ])('%s -> %j', (text, bigrams) => {
    expect(cjkBigrams(text)).toEqual(bigrams);
  });

  test('a character of two units -> whole', () => {
    expect(cjkBigrams('𠮷野家')).toEqual(['𠮷野', '野家']);
  });
});
