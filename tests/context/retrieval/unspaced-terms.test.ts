import { describe, expect, test } from 'vitest';
import { splitUnspaced } from '../../../context/retrieval/unspaced-terms.js';

describe('splitUnspaced', () => {
  test.each([
    ['我喜欢猫', ['我喜', '喜欢', '欢猫']],
    ['猫 and 犬', ['猫', '犬']],
    ['コーヒー', ['コー', 'ーヒ', 'ヒー']],
    ['안녕하세요', ['안녕', '녕하', '하세', '세요']],
    ['哈哈哈', ['哈哈']],
    ['plain words', []],
    ['\ud800 \u0000', []],
  ])('%s -> %j, and the whole text for Postgres', (text, terms) => {
    expect(splitUnspaced(text)).toEqual({ terms, spaced: text });
  });

  test.each([
    ['Thai: tones and vowels stay with their letter', 'ปู่น้ำ', ['ปู่น้', 'น้ำ', 'ปู่', 'น้']],
    ['Lao', 'ຂ້ອຍມີ', ['ຂ້ອ', 'ອຍ', 'ຍມີ', 'ຂ້', 'ມີ']],
    ['Khmer: a stacked consonant stays with its letter', 'ឆ្មាខ្ញុំ', ['ឆ្មាខ្ញុំ', 'ឆ្មា', 'ខ្ញុំ']],
    ['Burmese', 'ကြောင်', ['ကြောင်', 'ကြော', 'င်']],
    ['one letter', 'ก', ['ก']],
    ['marks without a letter', '\u0e48\u0e49', []],
  ])('%s -> pairs, and each letter with marks', (_name, text, terms) => {
    expect(splitUnspaced(text)).toEqual({ terms, spaced: ' ' });
  });

  test('a run among English words and digits -> Postgres receives the words without the run', () => {
    const { terms, spaced } = splitUnspaced('Meet ที่บ้าน at 9, ห้อง ๑๒');
    expect(spaced).toBe('Meet   at 9,   ๑๒');
    expect(terms).toEqual(expect.arrayContaining(['บ้า', 'ห้อ']));
  });

  test('break hints between words, or marks in another order -> the same terms', () => {
    expect(splitUnspaced('ខ្ញុំ\u200bស្រឡាញ់\u200bឆ្មា')).toEqual(splitUnspaced('ខ្ញុំស្រឡាញ់ឆ្មា'));
    expect(splitUnspaced('ก\u0e48\u0e38').terms).toEqual(splitUnspaced('ก\u0e38\u0e48').terms);
  });

  test('a character of two units -> whole', () => {
    expect(splitUnspaced('𠮷野家').terms).toEqual(['𠮷野', '野家']);
  });
});
