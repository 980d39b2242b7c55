import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { threadsTranscript, type TranscriptThread } from '../../../context/threads/threads-transcript.js';

function thread(
  id: number,
  title: string,
  { texts, ...more }: Partial<TranscriptThread> & { texts: readonly string[] },
): TranscriptThread {
  const messages = texts.map((text, index) => ({
    seq: index + 1,
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    text,
  }));
  return { id, title, parentId: null, anchorSeq: null, anchorStart: null, messages, ...more };
}

const TALK = [
  thread(1, 'top', { texts: ['question', 'answer', 'next'] }),
  thread(2, 'aside', { texts: ['why?', 'so.'], parentId: 1, anchorSeq: 2 }),
  thread(3, 'deeper', { texts: ['really?'], parentId: 2, anchorSeq: 1 }),
];

describe('threadsTranscript', () => {
  test('a conversation with nested threads -> each after its message, with a label', () => {
    expect(threadsTranscript(TALK)).toEqual({
      text: [
        'User: question',
        'AI: answer',
        '[Thread "aside"]',
        'User: why?',
        '[Thread "deeper"]',
        'User: really?',
        '[Back in the thread "aside"]',
        'AI: so.',
        '[Back in the conversation]',
        'User: next',
      ].join('\n'),
      summarized: 0,
      leftOut: 0,
    });
  });

  test('too long -> the older messages of the longest thread are replaced by its summary, newer ones are unchanged', () => {
    const long = thread(2, 'aside', {
      texts: ['x'.repeat(500), 'y'.repeat(500), 'since'],
      parentId: 1,
      anchorSeq: 1,
      summary: { text: 'xs and ys', coversThrough: 2 },
    });
    const short = thread(1, 'top', {
      texts: ['hi', 'hello'],
      summary: { text: 'a greeting', coversThrough: 1 },
    });
    expect(threadsTranscript([short, long], { maxCharacters: 200 })).toEqual({
      text: [
        'User: hi',
        '[Thread "aside"]',
        '[Summary of messages 1 to 2]\nxs and ys',
        'User: since',
        '[Back in the conversation]',
        'AI: hello',
      ].join('\n'),
      summarized: 1,
      leftOut: 0,
    });
  });

  test('too long without summaries -> the oldest are replaced by their number', () => {
    const { text, leftOut } = threadsTranscript(
      [thread(1, 'top', { texts: ['a'.repeat(90), 'b'.repeat(90), 'c'.repeat(90)] })],
      { maxCharacters: 200 },
    );
    expect(leftOut).toBe(1);
    expect(text).toBe(
      `[1 older message is left out here: too long]\nAI: ${'b'.repeat(90)}\nUser: ${'c'.repeat(90)}`,
    );
  });

  test('the newest alone too long -> its beginning, no half character', () => {
    const { text, leftOut } = threadsTranscript([thread(1, 'top', { texts: ['a', '😀'.repeat(100)] })], {
      maxCharacters: 20,
    });
    expect(leftOut).toBe(1);
    expect(text).toMatch(/\nAI: (😀)+… \[cut: too long\]$/u);
    expect(text.isWellFormed()).toBe(true);
  });

  test('any lengths -> every message is in it, summarized or counted as omitted', () => {
    const texts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 10, max: 400 }),
        (...given) => {
          const [one, two, coversThrough, maxCharacters] = given;
          const threads = [
            thread(1, 'top', { texts: one.map((size, at) => `1.${at}${'x'.repeat(size)}`) }),
            thread(2, 'aside', {
              texts: two.map((size, at) => `2.${at}${'y'.repeat(size)}`),
              parentId: 1,
              anchorSeq: 1,
              ...(coversThrough > 0 && { summary: { text: 'short', coversThrough } }),
            }),
          ];
          const { text, summarized, leftOut } = threadsTranscript(threads, { maxCharacters });
          const covered = summarized === 0 ? 0 : Math.min(coversThrough, two.length);
          const shown = text.match(/^(User|AI): /gm)?.length ?? 0;
          const summaries = text.match(/^\[Summary/gm)?.length ?? 0;
          expect(shown + summaries * covered + leftOut).toBe(one.length + two.length);
        },
      ),
      { numRuns: 500 },
    );
  });
});
