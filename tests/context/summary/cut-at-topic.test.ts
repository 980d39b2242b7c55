import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutAtTopic } from '../../../context/summary/cut-at-topic.js';

const words = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
const characters = (text: string): number => text.length;

describe('cutAtTopic', () => {
  const TOPICS = '[Topic: A] one two\n[Topic: B] three four\nfive\n[Topic: C] six';

  test('text within the budget -> trimmed only', () => {
    expect(cutAtTopic({ text: ` ${TOPICS}\n`, tokens: 50, countText: words })).toBe(TOPICS);
  });

  test('D68: over the budget -> whole topics, with their lines', () => {
    expect(cutAtTopic({ text: TOPICS, tokens: 10, countText: words })).toBe(
      '[Topic: A] one two\n[Topic: B] three four\nfive',
    );
    expect(cutAtTopic({ text: TOPICS, tokens: 8, countText: words })).toBe('[Topic: A] one two');
  });

  test.each([
    ['sentence', '[Topic: A] One two three. Four five. Six seven', 8, '[Topic: A] One two three. Four five.'],
    ['clause', '[Topic: A] one two three, four five six', 6, '[Topic: A] one two three,'],
    ['word', '[Topic: A] one two three four', 5, '[Topic: A] one two three'],
  ])('first topic too long -> cut at a %s', (_name, text, tokens, expected) => {
    expect(cutAtTopic({ text, tokens, countText: words })).toBe(expected);
  });

  test('Chinese without spaces -> cut at a sentence', () => {
    expect(cutAtTopic({ text: '密码是七三一四。地址在河边。电话', tokens: 14, countText: characters })).toBe(
      '密码是七三一四。地址在河边。',
    );
  });

  test('room for less than the label -> facts without it', () => {
    expect(cutAtTopic({ text: '[Topic: Authentication] uses keys', tokens: 9, countText: characters })).toBe(
      'uses keys',
    );
  });

  test('emoji at the cut -> not split', () => {
    expect(cutAtTopic({ text: '😀😀😀', tokens: 3, countText: characters })).toBe('😀');
  });

  test('blank, or no budget -> empty', () => {
    expect(cutAtTopic({ text: ' \n', tokens: 5, countText: words })).toBe('');
    expect(cutAtTopic({ text: 'a', tokens: 0, countText: words })).toBe('');
  });

  test('any text -> within the budget, not empty, well-formed, and cutting again changes nothing', () => {
    const piece = fc.constantFrom(
      '[Topic: A] ',
      '[Topic: Bcd] ',
      'word ',
      'End. ',
      '\n',
      '密码。',
      '😀',
      'x'.repeat(40),
      ', ',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 2, max: 200 }),
        (pieces, tokens) => {
          const text = pieces.join('');
          const cut = cutAtTopic({ text, tokens, countText: characters });
          expect(cut.length).toBeLessThanOrEqual(tokens);
          expect(cut === '').toBe(text.trim() === '');
          expect(cut.isWellFormed()).toBe(true);
          expect(cutAtTopic({ text: cut, tokens, countText: characters })).toBe(cut);
        },
      ),
    );
  });

  test('a huge text -> only text near the budget is counted', () => {
    let counted = 0;
    const countText = (text: string): number => {
      counted += text.length;
      return text.length;
    };
    cutAtTopic({ text: 'x'.repeat(2_000_000), tokens: 100, countText });
    expect(counted).toBeLessThan(2_100_000);
  });
});
