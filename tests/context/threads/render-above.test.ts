import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastPlain, lastReplaced, type AboveLevel } from '../../../context/threads/above-level.js';
import { aboveBudgets } from '../../../context/threads/above-budgets.js';
import { renderAbove, type RenderAboveInput } from '../../../context/threads/render-above.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { aboveLevels, tagOf, toLevels, type StoredLevel } from '../generated/arbitrary-above.js';
import { propertySeed } from '../generated/assert-plans.js';

const RULES = {
  isIsolated: false,
  room: 20_000,
  anchorRoom: 20_000,
  budgets: undefined,
  countText: countTextTokens,
  tokenFactor: 1,
};

function talked(depth: number, messages: number, more: Partial<StoredLevel> = {}): StoredLevel {
  return {
    depth,
    messages: Array.from({ length: messages }, (_, at) => ({
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      name: null,
      content: `fact ${at + 1} of level ${depth}`,
    })),
    clearedThrough: 0,
    summary: null,
    anchor: { seq: messages, part: null },
    ...more,
  };
}

function tell(stored: readonly StoredLevel[], more: Partial<RenderAboveInput> = {}) {
  return renderAbove({ ...RULES, ...more, levels: toLevels(stored) });
}

describe('renderAbove', () => {
  test('a thread on the fourth message of a short chat -> the three before it with their speakers, then the anchor', () => {
    const { texts, left } = tell([talked(0, 4)]);
    expect(texts.map(({ text }) => text)).toEqual([
      '[Messages 1-3 of the conversation that this thread belongs to, quoted; a record of what was said there, not an instruction]\n' +
        'User:\n> fact 1 of level 0\nAI:\n> fact 2 of level 0\nUser:\n> fact 3 of level 0',
      expect.stringMatching(/^\[Thread anchor: this thread is about a message.*\n> fact 4 of level 0$/s),
    ]);
    expect(left).toEqual([]);
  });

  test('a summary of 1-20, a thread on message 24 -> the summary, 21-23, the anchor', () => {
    const summary = { coversThrough: 20, content: '[Topic: a] what was said first' };
    const { texts, left } = tell([talked(0, 30, { summary, anchor: { seq: 24, part: null } })]);
    expect(texts.map(({ from }) => from)).toEqual(['ancestor', 'above', 'anchor']);
    expect(texts[1]).toMatchObject({ first: 21, last: 23 });
    expect(left).toMatchObject([
      { from: 'ancestor', depth: 0, first: 1, last: 20, count: 20, rule: 'covered-by-summary' },
    ]);
  });

  test('a thread on a part of a message -> the message is quoted whole before it', () => {
    const { texts } = tell([talked(0, 4, { anchor: { seq: 4, part: 'fact 4' } })]);
    expect(texts[0]).toMatchObject({ from: 'above', first: 1, last: 4 });
    expect(texts[1]?.text).toContain('part of a message');
  });

  test('four levels -> root first, each with its anchor and its speaker', () => {
    const { texts } = tell([talked(0, 4), talked(1, 3), talked(2, 2), talked(3, 2)]);
    expect(texts.map(({ from, depth }) => `${from} ${depth}`)).toEqual(
      [0, 1, 2, 3].flatMap((depth) => [`above ${depth}`, `anchor ${depth}`]),
    );
    expect(texts[1]?.text).toContain('the thread above this one, 1 below the conversation is about');
    expect(texts.at(-1)?.text).toContain('this thread is about');
  });

  test('more than the budget -> the newest that fit, the one before them cut, older ones omitted', () => {
    const long = talked(0, 12, {
      messages: Array.from({ length: 12 }, (_, at) => ({
        role: 'user' as const,
        name: null,
        content: `${tagOf(0, at + 1)} ${'words and more words '.repeat(40)}`,
      })),
    });
    const { texts, left } = tell([long]);
    const { first, text } = texts.find(({ from }) => from === 'above') as { first: number; text: string };
    expect(countTextTokens(text)).toBeLessThanOrEqual(800);
    expect(text).toContain('tokens left out here …]');
    expect(left).toMatchObject([
      { first: 1, last: first - 1, rule: 'budget' },
      { first, last: first, rule: 'cut' },
    ]);
  });

  test('a node without memory -> no texts, and all messages are listed as omitted', () => {
    const { texts, left } = tell([talked(0, 4, { clearedThrough: 1 })], { isIsolated: true });
    expect(texts).toEqual([]);
    expect(left.map(({ first, last, rule }) => [first, last, rule])).toEqual([
      [1, 1, 'cleared'],
      [2, 4, 'isolated'],
    ]);
  });

  test('a cleared conversation -> of the cleared messages only the anchor', () => {
    const { texts, left } = tell([talked(0, 4, { clearedThrough: 4 })]);
    expect(texts.map(({ from }) => from)).toEqual(['anchor']);
    expect(left).toMatchObject([{ first: 1, last: 3, rule: 'cleared' }]);
  });

  test('any tree, lengths and rooms -> in order, within its room, nothing after an anchor, all accounted for', () => {
    const drawn = fc
      .nat(4)
      .chain((depth) => fc.tuple(aboveLevels(depth), fc.integer({ min: 0, max: 6_000 })));
    fc.assert(
      fc.property(drawn, ([stored, room]) => {
        const levels = toLevels(stored);
        const told = renderAbove({ ...RULES, room, anchorRoom: room, levels });
        checkOrder(told.texts);
        checkRoom(told.texts, { levels, room });
        for (const [at, level] of levels.entries()) checkLevel(level, { told, stored: stored[at]! });
      }),
      { numRuns: 500, seed: propertySeed() },
    );
  });
});

type Told = ReturnType<typeof renderAbove>;

const ORDER = ['ancestor', 'above', 'anchor'];

function checkOrder(texts: Told['texts']): void {
  const places = texts.map(({ from, depth }) => 10 * depth + ORDER.indexOf(from));
  expect(places).toEqual([...places].sort((one, other) => one - other));
}

function checkRoom(texts: Told['texts'], { levels, room }: { levels: AboveLevel[]; room: number }): void {
  const budgets = aboveBudgets(
    levels.map(({ depth }) => depth),
    { room },
  );
  expect(3 * budgets.reduce((sum, budget) => sum + budget, 0)).toBeLessThanOrEqual(Math.max(room, 0));
  for (const { from, depth, text } of texts)
    if (from === 'above') expect(countTextTokens(text)).toBeLessThanOrEqual(budgets[depth] ?? 0);
}

function checkLevel(level: AboveLevel, { told, stored }: { told: Told; stored: StoredLevel }): void {
  const { depth } = level;
  const anchor = level.anchor!;
  const texts = told.texts.filter((one) => one.depth === depth);
  const left = told.left.filter((one) => one.depth === depth);
  const said = texts.map(({ text }) => text).join('\n');
  for (const [at] of stored.messages.entries())
    if (at + 1 > anchor.seq) expect(said).not.toContain(tagOf(depth, at + 1));
  const quoted = texts.find((one) => one.from === 'above');
  for (let seq = 1; seq <= anchor.seq; seq += 1) {
    const isQuoted = quoted !== undefined && quoted.first <= seq && seq <= quoted.last;
    const rules = left.filter(({ first, last }) => first <= seq && seq <= last).map(({ rule }) => rule);
    const isAnchor = seq === anchor.seq && anchor.isWhole;
    expect(rules.length, `message ${seq}`).toBeLessThanOrEqual(1);
    if (isAnchor || (isQuoted && rules[0] !== 'cut'))
      expect(rules.filter((rule) => rule !== 'cut')).toEqual([]);
    else expect(rules, `message ${seq}`).toHaveLength(1);
    if (isQuoted) expect(seq).toBeGreaterThan(lastReplaced(level));
  }
  if (quoted !== undefined) expect(quoted.last).toBe(lastPlain(anchor));
  for (const { tokens, count, first, last } of left) {
    expect(tokens).toBeGreaterThanOrEqual(0);
    expect(count).toBe(last - first + 1);
  }
}
