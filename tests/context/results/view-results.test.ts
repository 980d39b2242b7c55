import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { sumTokens } from '../../../context/message/entries.js';
import type { PointedResult } from '../../../context/results/show-pointer.js';
import { viewResults } from '../../../context/results/view-results.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { assistant, call, outputsOf, result, step, text, toEntries, tool, user, words } from '../messages.js';

const PICTURE = { type: 'image-url' as const, url: 'https://example.com/a.png' };

describe('viewResults', () => {
  test('H58: nothing is stored -> the same messages, at any size and age', () => {
    const messages = [user('Go'), ...step('a', words(5_000)), ...steps(6)];
    const { entries, left } = view(messages, { limit: 2_000, findPointer: () => undefined });
    expect(left).toEqual([]);
    entries.forEach((entry, at) => expect(entry.message).toBe(messages[at]));
  });

  test('H5: a result of the limit -> the same object; one token more -> a pointer with the reason and the size', () => {
    const exact = [user('Go'), ...step('a', words(300))];
    expect(view(exact, { limit: 300 }).entries[2]?.message).toBe(exact[2]);
    const { asked } = view([user('Go'), ...step('a', words(301))], { limit: 300, room: 1_000 });
    expect(asked).toMatchObject([{ index: 2, tokens: 301, limit: 300, reason: 'spilled' }]);
  });

  test('H23: results of one message -> each against the limit by itself', () => {
    const messages = [
      user('Go'),
      assistant([call('a'), call('b'), call('c')]),
      tool(result('a', words(200)), result('b', words(400)), result('c', words(200))),
    ];
    const { entries } = view(messages, { limit: 300 });
    expect(outputsOf(entries.map(({ message }) => message))).toEqual([
      { type: 'text', value: words(200) },
      { type: 'text', value: '[b spilled]' },
      { type: 'text', value: words(200) },
    ]);
  });

  test.each([
    ['4 steps later, over 1,000 tokens', 4, 1_001, ['evicted']],
    ['3 steps later, over 1,000 tokens', 3, 1_001, []],
    ['4 steps later, 1,000 tokens', 4, 1_000, []],
  ])('no room, and a result %s -> %4$j', (_name, later, tokens, rules) => {
    const messages = [user('Go'), ...step('a', words(tokens)), ...steps(later)];
    const { left } = view(messages, { limit: 25_000 });
    expect(left.map(({ rule }) => rule)).toEqual(rules);
  });

  test('results that fit the room -> stay, regardless of their age; one token less of room -> the oldest is evicted', () => {
    const messages = [user('Go'), ...step('a', words(3_000)), ...step('b', words(3_000)), ...steps(9)];
    const room = sumTokens(toEntries(messages));
    expect(view(messages, { limit: 25_000, room }).left).toEqual([]);
    expect(view(messages, { limit: 25_000, room: room - 1 }).left.map(({ index }) => index)).toEqual([2]);
  });

  test('an old result over the limit -> evicted, not spilled first', () => {
    const messages = [user('Go'), ...step('a', words(3_000)), ...steps(4)];
    const { entries, left } = view(messages, { limit: 2_000 });
    expect(outputsOf(entries.map(({ message }) => message))[0]).toEqual({
      type: 'text',
      value: '[a evicted]',
    });
    expect(left.map(({ rule }) => rule)).toEqual(['evicted']);
  });

  test('results of one old message -> each evicted by its own size', () => {
    const messages = [
      user('Go'),
      assistant([call('a'), call('b')]),
      tool(result('a', words(1_000)), result('b', words(1_001))),
      ...steps(4),
    ];
    const { entries } = view(messages, { limit: 25_000 });
    expect(outputsOf(entries.map(({ message }) => message)).slice(0, 2)).toEqual([
      { type: 'text', value: words(1_000) },
      { type: 'text', value: '[b evicted]' },
    ]);
  });

  test('the results of the newest step, in several messages -> treated as one step', () => {
    const messages = [user('Go'), ...step('a', words(2_000)), ...steps(3)];
    messages.push(tool(result('x', words(2_000))), tool(result('y', words(2_000))));
    expect(view(messages, { limit: 25_000 }).left).toEqual([]);
  });

  test('pictures in an old result -> do not count toward 1,000 tokens, and stay beside the pointer', () => {
    const small = { type: 'content' as const, value: [text(words(1_000)), PICTURE, PICTURE] };
    expect(view([user('Go'), ...step('a', small), ...steps(4)], { limit: 25_000 }).left).toEqual([]);
    const large = { type: 'content' as const, value: [text(words(1_001)), PICTURE] };
    const { entries } = view([user('Go'), ...step('a', large), ...steps(4)], { limit: 25_000 });
    expect(outputsOf(entries.map(({ message }) => message))[0]).toEqual({
      type: 'content',
      value: [text('[a evicted]'), PICTURE],
    });
  });

  test('a pointer -> counted again, the saved tokens omitted by its rule', () => {
    const messages = [user('Go'), ...step('a', words(2_000)), ...steps(4)];
    const { entries, left } = view(messages, { limit: 25_000 });
    const tokens = countMessageTokens(tool(result('a', '[a evicted]')));
    expect(entries[2]?.tokens).toBe(tokens);
    expect(left).toEqual([{ index: 2, rule: 'evicted', tokens: 2_004 - tokens }]);
  });

  test('H56: viewing what was viewed -> changes nothing', () => {
    const messages = [user('Go'), ...step('a', words(3_000)), ...step('b', words(1_500)), ...steps(4)];
    const once = view(messages, { limit: 2_000 }).entries;
    const twice = view(
      once.map(({ message }) => message),
      { limit: 2_000 },
    );
    expect(twice.asked).toEqual([]);
    expect(twice.entries).toEqual(once);
  });

  test('H44: frozen entries -> not mutated', () => {
    const entries = Object.freeze(toEntries([user('Go'), ...step('a', words(3_000))]));
    const before = structuredClone(entries);
    viewResults({ entries, limit: 300, room: 0, findPointer: () => '[x]', countMessage: countMessageTokens });
    expect(entries).toEqual(before);
  });
});

function steps(count: number): ModelMessage[] {
  return Array.from({ length: count }, (_, at) => step(`later${at}`)).flat();
}

function view(
  messages: readonly ModelMessage[],
  given: { limit: number; room?: number; findPointer?: (pointed: PointedResult) => string | undefined },
) {
  const asked: PointedResult[] = [];
  const stage = viewResults({
    entries: toEntries(messages),
    limit: given.limit,
    room: given.room ?? 0,
    countMessage: countMessageTokens,
    findPointer: (pointed) => {
      asked.push(pointed);
      return given.findPointer
        ? given.findPointer(pointed)
        : `[${pointed.result.toolCallId} ${pointed.reason}]`;
    },
  });
  return { ...stage, asked };
}
