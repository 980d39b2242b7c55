import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import type { UserMessage, UserPart } from '../../../context/message/entries.js';
import { scaleCounters } from '../../../context/text/counters.js';
import { cutMessage, leftOutNote } from '../../../context/plan/cut-message.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { COUNTERS, text, words } from '../messages.js';

const marker = (leftTokens: number): string => `[${leftTokens} left out]`;
const PICTURE: UserPart = { type: 'image', image: 'https://example.com/a.png' };

describe('cutMessage', () => {
  test('a text -> cut inside, with a note', () => {
    const cut = cut_(words(1_000), 300);
    expect(cut?.message.content).toBe(cut?.cut?.text);
    expect(cut?.cut).toMatchObject({ marker: expect.stringMatching(/^\[7\d\d left out\]$/) as unknown });
    expect(tokensOf(cut)).toBeLessThanOrEqual(300);
    expect(tokensOf(cut)).toBeGreaterThan(285);
  });

  test('options of the message -> kept', () => {
    const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };
    const message: UserMessage = { role: 'user', content: words(1_000), providerOptions };
    const tokens = countMessageTokens(message);
    const cut = cutMessage(message, { tokens, room: 300, counters: COUNTERS, marker });
    expect(cut?.message).toMatchObject({ role: 'user', providerOptions });
  });

  test('several texts -> the largest is cut first, the others stay while that is enough', () => {
    const parts = [text(words(50, 'b')), text(words(900)), text(words(60, 'c'))];
    const content = cut_(parts, 400)?.message.content;
    expect(content).toEqual([
      parts[0],
      text(expect.stringMatching(/left out/) as unknown as string),
      parts[2],
    ]);
  });

  test('several large texts -> only as many are cut as necessary', () => {
    const parts = ['a', 'b', 'c', 'd'].map((letter) => text(words(500, letter)));
    const cut = cut_(parts, 600);
    expect(tokensOf(cut)).toBeLessThanOrEqual(600);
    expect(cut?.message.content).toHaveLength(4);
    expect(cut?.message.content.at(-1)).toEqual(parts[3]);
  });

  test('pictures that use up to half of the room -> stay, the text is cut', () => {
    const cut = cut_([PICTURE, text(words(3_000))], 2 * (786 + 4));
    expect(cut?.message.content).toEqual([
      PICTURE,
      text(expect.stringMatching(/left out/) as unknown as string),
    ]);
    expect(tokensOf(cut)).toBeLessThanOrEqual(2 * (786 + 4));
  });

  test('H43: pictures that use more than half of the room -> a note with their number, the text cut if necessary', () => {
    const room = 2 * (786 + 4) - 1;
    expect(cut_([PICTURE, text(words(1_000))], room)?.message.content).toEqual([
      text(words(1_000)),
      text(leftOutNote([PICTURE])),
    ]);
    const cut = cut_([PICTURE, text(words(3_000)), PICTURE, PICTURE], room);
    expect(cut?.message.content.at(-1)).toEqual(text('[3 pictures left out: too large for the context]'));
    expect(tokensOf(cut)).toBeLessThanOrEqual(room);
  });

  test('H43: pictures alone that do not fit -> only the note', () => {
    expect(cut_([PICTURE, PICTURE], 300)?.message.content).toEqual([text(leftOutNote([PICTURE, PICTURE]))]);
    expect(leftOutNote([PICTURE])).toBe('[1 picture left out: too large for the context]');
  });

  test('files that do not fit -> the note names them files', () => {
    const pdf: UserPart = { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf' };
    const scan: UserPart = { type: 'file', data: 'QUJD', mediaType: 'image/png' };
    expect(leftOutNote([pdf])).toBe('[1 file left out: too large for the context]');
    expect(leftOutNote([pdf, scan, PICTURE, pdf])).toBe(
      '[2 pictures and 2 files left out: too large for the context]',
    );
    expect(cut_([pdf, text('Sum it up')], 300)?.message.content).toEqual([
      text('Sum it up'),
      text(leftOutNote([pdf])),
    ]);
  });

  test.each<[string, string | UserPart[]]>([
    ['a text', words(1_000)],
    ['parts', [text(words(1_000)), PICTURE]],
  ])('%s and no room for anything -> undefined', (_name, content) => {
    for (const room of [-5, 0, 4, 6]) expect(cut_(content, room)).toBeUndefined();
  });

  test('many large texts -> all parts are counted a few times, not once for each that is cut', () => {
    const content = Array.from({ length: 300 }, () => text(words(50)));
    const message: UserMessage = { role: 'user', content };
    let counts = 0;
    const countMessage = (counted: ModelMessage): number => {
      counts += 1;
      return countMessageTokens(counted);
    };
    const tokens = countMessageTokens(message);
    const counters = { ...COUNTERS, countMessage };
    const cut = cutMessage(message, { tokens, room: 6_000, counters, marker });
    expect(tokensOf(cut)).toBeLessThanOrEqual(6_000);
    expect(tokensOf(cut)).toBeGreaterThan(5_900);
    expect(counts).toBeLessThan(10);
  });

  test.each([1.1, 1.37, 2.5])(
    'a token factor of %d and any room -> rounding never exceeds the room',
    (factor) => {
      const counters = scaleCounters(COUNTERS, factor);
      for (const content of [[text(words(205))], ['b', 'c'].map((letter) => text(words(105, letter)))]) {
        const message: UserMessage = { role: 'user', content };
        const tokens = counters.countMessage(message);
        for (let room = 100; room < tokens; room += 1) {
          const cut = cutMessage(message, { tokens, room, counters, marker });
          expect(cut && counters.countMessage(cut.message)).toBeLessThanOrEqual(room);
        }
      }
    },
  );

  test('any room -> within it, or undefined', () => {
    const parts = [text(words(300)), PICTURE, text(words(200, 'b'))];
    for (let room = 1; room < 1_300; room += 7) {
      const cut = cut_(parts, room);
      if (cut !== undefined) expect(tokensOf(cut)).toBeLessThanOrEqual(room);
      else expect(room).toBeLessThan(60);
    }
  });
});

type Cut = ReturnType<typeof cutMessage>;

function cut_(content: string | UserPart[], room: number): Cut {
  const message: UserMessage = { role: 'user', content };
  return cutMessage(message, { tokens: countMessageTokens(message), room, counters: COUNTERS, marker });
}

function tokensOf(cut: Cut): number {
  return cut === undefined ? Infinity : countMessageTokens(cut.message);
}
