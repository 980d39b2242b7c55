import type { ModelMessage } from '@ai-sdk/provider-utils';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listCalls, listResults } from '../../../context/message/entries.js';
import { dropOldest, type HistoryLimits, textLength } from '../../../context/plan/drop-oldest.js';
import { assistant, call, result, step, text, toEntries, tool, turns, user, words } from '../messages.js';

const NOW = user('And now?');
const said = fc.integer({ min: 1, max: 400 }).map((length) => 'w '.repeat(length).slice(0, length));
const anyPast = fc
  .array(fc.record({ kind: fc.constantFrom('user', 'assistant', 'step', 'parts'), said }), { maxLength: 15 })
  .map((units) =>
    units.flatMap(({ kind, said: content }, index): ModelMessage[] => {
      if (kind === 'step') return step(`call-${index}`, content);
      if (kind === 'parts') return [user([text(content)])];
      return [kind === 'user' ? user(content) : assistant(content)];
    }),
  );

describe('dropOldest', () => {
  test('D19: seven messages of 3,000 characters, the user first -> the oldest two are dropped', () => {
    const past = chars([3_000, 3_000, 3_000, 3_000, 3_000, 3_000, 3_000]);
    const { messages, left } = dropped([...past, NOW]);
    expect(messages).toEqual([...past.slice(2), NOW]);
    expect(left.map(({ index, rule }) => ({ index, rule }))).toEqual([
      { index: 0, rule: 'characters' },
      { index: 1, rule: 'characters' },
    ]);
  });

  test('exactly at the limit -> all is kept; one character more -> it is not', () => {
    expect(dropped([...chars([9_000, 9_000]), NOW]).messages).toHaveLength(3);
    expect(dropped([...chars([9_000, 9_001]), NOW]).messages).toEqual([NOW]);
  });

  test('P55: 20 messages of a little under an eighth of the limit, in steps -> as many stay as fit', () => {
    for (const length of [2_200, 2_240, 2_250]) {
      const past = chars(Array.from({ length: 20 }, () => length));
      const { messages } = dropped([...past, NOW], { limits: { inSteps: true } });
      expect(messages).toEqual([...past.slice(12), NOW]);
    }
  });

  test('a history that grows, in steps -> begins with the same message for several turns, and always fits', () => {
    const all = chars(Array.from({ length: 120 }, () => 500));
    const first = Array.from({ length: 40 }, (_, turn) => {
      const { messages } = dropped([...all.slice(0, 40 + 2 * turn), NOW], { limits: { inSteps: true } });
      expect(sum(messages.slice(0, -1), textLength)).toBeLessThanOrEqual(18_000);
      return all.indexOf(messages[0]!);
    });
    expect(first.slice(0, 12)).toEqual([10, 10, 10, 18, 18, 18, 18, 18, 28, 28, 28, 28]);
  });

  test('D22: a summary of the older messages -> counted, and never dropped', () => {
    const past = chars([9_000, 9_000]);
    expect(dropped([...past, NOW], { prefixCharacters: 1 }).messages).toEqual([NOW]);
    expect(dropped([NOW], { prefixCharacters: 20_000 }).messages).toEqual([NOW]);
  });

  test('D23: a list of 50,000 characters of text -> counted, and dropped', () => {
    const past = [user([text('x'.repeat(50_000))]), assistant('Long.'), user('So?'), assistant('So.')];
    expect(dropped([...past, NOW]).messages).toEqual([...past.slice(2), NOW]);
  });

  test("D23: the turn's own message and what follows it -> not counted, kept", () => {
    const messages = [...chars([3_000]), user('x'.repeat(50_000)), ...step('a', 'y'.repeat(50_000))];
    expect(dropped(messages, { turnStart: 1 })).toEqual({ messages, left: [] });
  });

  test('a tool call -> dropped together with its results, at any size', () => {
    const past = [
      user('Look'),
      assistant([call('a'), call('b')]),
      tool(result('a', 'x'.repeat(17_000))),
      tool(result('b', 'y'.repeat(2_000))),
      assistant('I looked.'),
      user('Thanks'),
      assistant('Gladly'),
    ];
    expect(dropped([...past, NOW]).messages).toEqual([...past.slice(5), NOW]);
  });

  test('too many tokens -> the oldest are dropped, by the rule of the budget', () => {
    const past = turns(5, 100);
    const { messages, left } = dropped([...past, NOW], { limits: { tokens: 450 } });
    expect(messages).toEqual([...past.slice(6), NOW]);
    expect(new Set(left.map(({ rule }) => rule))).toEqual(new Set(['budget']));
  });

  test('a history that is small enough but begins with an answer -> kept: only what is too large is cut', () => {
    const messages = [assistant('Hello'), NOW];
    expect(dropped(messages)).toEqual({ messages, left: [] });
  });

  test('any history -> its end, within the limits, each call with its results, the input unchanged', () => {
    fc.assert(
      fc.property(anyPast, fc.nat(3_000), fc.nat(700), fc.nat(500), (past, characters, tokens, prefix) => {
        const messages = [...past, NOW];
        const before = structuredClone(messages);
        const how = { limits: { characters, tokens }, prefixCharacters: prefix };
        const once = dropped(messages, how);
        expect(messages).toEqual(before);
        expect(once.messages).toEqual(messages.slice(messages.length - once.messages.length));
        const kept = once.messages.slice(0, -1);
        if (kept.length > 0) {
          expect(sum(kept, textLength) + prefix).toBeLessThanOrEqual(characters);
          expect(toEntries(kept).reduce((total, entry) => total + entry.tokens, 0)).toBeLessThanOrEqual(
            tokens,
          );
        }
        if (kept.length < past.length && kept.length > 0) expect(kept[0]!.role).toBe('user');
        expect(idsOf(once.messages, listResults)).toEqual(idsOf(once.messages, listCalls));
        expect(once.left).toHaveLength(past.length - kept.length);
        expect(dropped(once.messages, how)).toEqual({ messages: once.messages, left: [] });
      }),
      { numRuns: 500 },
    );
  });
});

function chars(lengths: readonly number[]): ModelMessage[] {
  return lengths.map((length, index) =>
    (index % 2 === 0 ? user : assistant)(words(length, 'w').slice(0, length)),
  );
}

function dropped(
  messages: readonly ModelMessage[],
  {
    turnStart = messages.length - 1,
    limits = {},
    prefixCharacters = 0,
  }: { turnStart?: number; limits?: Partial<HistoryLimits>; prefixCharacters?: number } = {},
) {
  const { entries, left } = dropOldest({
    entries: toEntries(messages),
    turnStart,
    prefixCharacters,
    limits: { characters: 18_000, tokens: 1_000_000, ...limits },
  });
  return { messages: entries.map(({ message }) => message), left };
}

function sum(messages: readonly ModelMessage[], of: (message: ModelMessage) => number): number {
  return messages.reduce((total, message) => total + of(message), 0);
}

function idsOf(
  messages: readonly ModelMessage[],
  of: (message: ModelMessage) => readonly { toolCallId: string }[],
): string[] {
  return messages.flatMap((message) => of(message).map(({ toolCallId }) => toolCallId));
}
