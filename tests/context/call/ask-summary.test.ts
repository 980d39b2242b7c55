import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askSummary } from '../../../context/call/ask-summary.js';
import type { CallRoom } from '../../../context/call/call-room.js';
import type { CallRows } from '../../../context/call/call-rows.js';
import { hiddenLimit } from '../../../context/summary/hidden-limit.js';

const BUDGET = 800;

describe('askSummary', () => {
  test('a history of 149 tokens in as many messages as the window holds -> no summary is requested', () => {
    expect(ask(Array<number>(11).fill(13), {})).toBeUndefined();
  });

  test('as many tokens as a model may write for the summary -> requested, of all messages', () => {
    const tokens = [...Array<number>(10).fill(100), hiddenLimit(BUDGET) - 1_000];
    expect(ask(tokens, {})).toMatchObject({ coversThrough: 11, budget: BUDGET });
    expect(ask([...tokens.slice(0, 10), 7], {})).toBeUndefined();
  });

  test('messages that a summary covers -> not counted', () => {
    const tokens = [5_000, 5_000, ...Array<number>(11).fill(50)];
    expect(ask(tokens, { coversThrough: 2 })).toBeUndefined();
  });

  test('a small window, where more would not fit -> requested at a quarter of it', () => {
    const tokens = Array<number>(11).fill(50);
    expect(ask(tokens, { windowRoom: 2_300 })).toBeUndefined();
    expect(ask(tokens, { windowRoom: 2_200 })).toBeDefined();
  });

  test('after every turn -> requested regardless of what it saves', () => {
    expect(ask([5], { every: 'turn' })).toMatchObject({ coversThrough: 1 });
  });

  test('any history, window and limits -> never for fewer tokens than the summary may cost, always before they need more room', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 5, max: 120 }), { minLength: 1, maxLength: 40, size: 'max' }),
        fc.nat(40),
        fc.integer({ min: 400, max: 100_000 }),
        fc.option(fc.nat(4_000), { nil: undefined }),
        (tokens, covered, windowRoom, minTokens) => {
          const coversThrough = Math.min(covered, tokens.length - 1);
          const uncovered = tokens.slice(coversThrough);
          const replaced = uncovered.reduce((sum, one) => sum + one, 0);
          const isAsked = ask(tokens, { coversThrough, windowRoom, minTokens }) !== undefined;
          const bound = Math.min(minTokens ?? hiddenLimit(BUDGET), Math.floor(windowRoom / 4), 1_125);
          const isLong = tokens.length + 1 - coversThrough >= 10;
          const isFull =
            tokens.length + 1 - coversThrough >= 3 &&
            replaced >= Math.min(4_500, Math.floor(windowRoom / 2)) / 2;
          expect(isAsked).toBe(isFull || (isLong && replaced >= bound));
        },
      ),
    );
  });
});

function ask(
  tokens: readonly number[],
  {
    coversThrough = 0,
    windowRoom = 100_000,
    every = 'window',
    minTokens,
  }: {
    coversThrough?: number;
    windowRoom?: number;
    every?: 'window' | 'turn';
    minTokens?: number | undefined;
  },
) {
  const rows: Parameters<typeof askSummary>[0]['rows'] = {
    execution: {
      conversationId: 1,
      currentSeq: tokens.length,
      clearedThrough: 0,
      coversThrough,
      summaryOrdinal: null,
      threadDepth: 0,
      title: null,
      input: null,
    },
    node: {
      base: 0,
      prompt: undefined,
      seesHistory: true,
      history: {
        messages: 10,
        tokens: 16_000,
        characters: 18_000,
        messageCharacters: 3_000,
        summaries: { inline: true, every, tokens: [BUDGET], minTokens },
        retrieval: undefined,
      },
      speaksLast: true,
      answers: [],
      instructions: undefined,
    },
    window: toWindow(tokens),
  };
  const room: CallRoom = {
    budget: windowRoom,
    threshold: windowRoom,
    tokenFactor: 1,
    leading: 2_000,
    standing: 2_000,
    output: 4_096,
  };
  return askSummary({ rows, leading: [], room, key: 'k' });
}

function toWindow(tokens: readonly number[]): NonNullable<CallRows['window']> {
  let runningTokens = 0;
  const rows = tokens.map((count, at) => {
    runningTokens += count;
    return {
      seq: at + 1,
      role: (tokens.length - at) % 2 === 1 ? ('user' as const) : ('assistant' as const),
      content: 'said',
      characters: 4,
      isIndexed: false,
      tokens: count,
      runningTokens,
    };
  });
  return { rows, left: [], older: undefined, brokenCalls: [], omitted: [], replaced: [], standing: [] };
}
