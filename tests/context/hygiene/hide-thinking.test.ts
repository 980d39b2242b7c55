import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createThinkingFilter, hideThinking } from '../../../context/hygiene/hide-thinking.js';
import { processorMs } from '../../setup/processor-ms.js';

describe('createThinkingFilter', () => {
  test('D55: one block before the answer -> the answer', () => {
    expect(hideThinking('<think>reasoning</think>answer')).toEqual({
      visible: 'answer',
      thinking: 'reasoning',
    });
  });

  test('D56: tags split over chunks -> the answer', () => {
    expect(filterAll(['<thi', 'nk>rea', 'soning</thi', 'nk>answer']).visible).toBe('answer');
  });

  test('D58: prefix, block, suffix -> prefixsuffix', () => {
    expect(hideThinking('prefix<think>x</think>suffix').visible).toBe('prefixsuffix');
  });

  test('D58: two blocks -> midend', () => {
    expect(hideThinking('<think>a</think>mid<think>b</think>end')).toEqual({
      visible: 'midend',
      thinking: 'ab',
    });
  });

  test('D59: unclosed block -> nothing is visible', () => {
    expect(hideThinking('<think>all of this')).toEqual({ visible: '', thinking: 'all of this' });
  });

  test.each([
    ['blank lines in chunks of their own', ['<think>a</think>', '\n', '\n', ' \n', 'b'], 'b'],
    [
      'blank lines on both sides of a cut closing tag',
      ['\n<think>a</th', 'ink>\n', '\nb\n', '\nc'],
      'b\n\nc',
    ],
    ['blank lines behind a tag cut at its last bracket', ['<think>a\n</think', '>\r\n', '\r\n', 'b'], 'b'],
    ['blank lines that nothing follows', ['<think>a</think>', '\n', '\n'], ''],
    ['blank lines before what only begins like a tag', ['<think>a</think>\n', '\n<th', 'e'], '<the'],
  ])('%s -> no part of the answer', (_name, chunks, visible) => {
    expect(filterAll(chunks).visible).toBe(visible);
  });

  test.each([
    ['upper case', '<THINK>a</Think>b', 'b'],
    ['text that only begins like a tag', 'a < b, <thing> and <thi', 'a < b, <thing> and <thi'],
    ['doubled bracket', '<<think>a</think>b', '<b'],
    ['opening tag inside a block', '<think>a<think>b</think>c', 'c'],
    ['closing tag alone', 'a</think>b', 'a</think>b'],
    ['blank lines after the block', '<think>a</think>\n\nb\n\nc', 'b\n\nc'],
    ['blank lines around two blocks', '\n<think>a</think>\n<think>b</think>\n\nc', 'c'],
    ['blank lines around a later block', 'a\n\n<think>b</think>\n\nc', 'a\n\n\n\nc'],
    ['blanks without a block', '\n a', '\n a'],
    ['nothing but blanks', ' \n', ' \n'],
    ['unfinished closing tag', '<think>a</thin', ''],
  ])('%s -> %s becomes %s', (_name, text, visible) => {
    expect(hideThinking(text).visible).toBe(visible);
  });

  test('text that can no longer become a tag -> shown at once', () => {
    const filter = createThinkingFilter();
    expect(filter.push('a<th').visible).toBe('a');
    expect(filter.push('e').visible).toBe('<the');
  });

  test('any text in any chunking -> same as in one piece, and nothing is lost', () => {
    const piece = fc.constantFrom(
      '<',
      '<think>',
      '</think>',
      '<th',
      'ink>',
      '</',
      'THINK>',
      'a',
      ' ',
      '\n',
      '\r\n\r\n',
      '😀',
      '>',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.nat(60), { maxLength: 12 }),
        (pieces, cuts) => {
          const text = pieces.join('');
          const whole = hideThinking(text);
          expect(filterAll(split(text, cuts))).toEqual(whole);
          const tags = [...text.matchAll(/<\/?think>/gi)].length;
          const length = whole.visible.length + whole.thinking.length;
          expect(length).toBeLessThanOrEqual(text.length);
          if (tags === 0) expect(whole).toEqual({ visible: text, thinking: '' });
        },
      ),
    );
  });

  test('a megabyte of brackets, one by one -> linear time', () => {
    const filter = createThinkingFilter();
    const started = processorMs();
    let length = 0;
    for (let index = 0; index < 1_000_000; index += 1) length += filter.push('<').visible.length;
    expect(length + filter.end().visible.length).toBe(1_000_000);
    expect(processorMs() - started).toBeLessThan(2_000);
  });
});

function filterAll(chunks: string[]) {
  const filter = createThinkingFilter();
  const splits = [...chunks.map((chunk) => filter.push(chunk)), filter.end()];
  return {
    visible: splits.map((part) => part.visible).join(''),
    thinking: splits.map((part) => part.thinking).join(''),
  };
}

function split(text: string, cuts: number[]): string[] {
  const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
  return places.slice(1).map((place, index) => text.slice(places[index], place));
}
