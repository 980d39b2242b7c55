import { describe, expect, test } from 'vitest';
import { cutSentences } from '../../../context/retrieval/cut-sentences.js';

describe('cutSentences', () => {
  test.each([
    ['English', 'It rains. Does it? "Yes!" I know', ['It rains.', 'Does it?', '"Yes!"', 'I know']],
    ['Chinese', '下雨了。真的吗？是', ['下雨了。', '真的吗？', '是']],
    ['Khmer', 'ភ្លៀងធ្លាក់។ ពិតមែនឬ៕ មែន', ['ភ្លៀងធ្លាក់។', 'ពិតមែនឬ៕', 'មែន']],
    ['Burmese', 'မိုးရွာတယ်။ ဟုတ်လား။ ဟုတ်တယ်', ['မိုးရွာတယ်။', 'ဟုတ်လား။', 'ဟုတ်တယ်']],
    ['Thai, which ends sentences with spaces', 'ฝนตก จริงหรือ ใช่', ['ฝนตก', 'จริงหรือ', 'ใช่']],
    ['Lao, too', 'ຝົນຕົກ ແທ້ບໍ', ['ຝົນຕົກ', 'ແທ້ບໍ']],
    ['Thai with an English word', 'ฉันใช้ Postgres ทุกวัน', ['ฉันใช้ Postgres ทุกวัน']],
  ])('%s -> its sentences', (_name, text, sentences) => {
    expect(cutSentences(text).map(({ start, end }) => text.slice(start, end))).toEqual(sentences);
  });
});
