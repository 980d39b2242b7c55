import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import type { LeftOut } from '../../../context/message/entries.js';
import type { PointedResult } from '../../../context/results/show-pointer.js';
import { shareResults } from '../../../context/plan/share-results.js';
import { toUnits, type Unit } from '../../../context/plan/units.js';
import { countMessagesTokens } from '../../../models/counting/count-tokens.js';
import { assistant, call, COUNTERS, outputsOf, result, toEntries, tool, words } from '../messages.js';

describe('shareResults', () => {
  test('results within their share and a step within its room -> the same unit', () => {
    const unit = unitOf([100, 200]);
    expect(share(unit, { share: 300, room: unit.tokens })).toMatchObject({ pointed: [], left: [] });
    expect(share(unit, { share: 300, room: unit.tokens }).unit).toBe(unit);
  });

  test('one token over the share -> the largest becomes a pointer, until they fit', () => {
    expect(share(unitOf([100, 200, 150]), { share: 449 }).pointed).toEqual(['c1']);
    expect(share(unitOf([100, 200, 150]), { share: 200 }).pointed).toEqual(['c1', 'c2']);
  });

  test('one token over the room of the step -> the largest becomes a pointer', () => {
    const unit = unitOf([100, 200]);
    const { pointed, unit: shared } = share(unit, { share: 1_000, room: unit.tokens - 1 });
    expect(pointed).toEqual(['c1']);
    expect(shared.tokens).toBe(countMessagesTokens(shared.entries.map(({ message }) => message)));
  });

  test('results in messages of their own -> the largest of all', () => {
    const messages = [
      assistant([call('a'), call('b')]),
      tool(result('a', words(100))),
      tool(result('b', words(200))),
    ];
    const { pointed, left } = share(toUnits(toEntries(messages))[0] as Unit, { share: 299 });
    expect(pointed).toEqual(['b']);
    expect(left).toMatchObject([{ index: 2, rule: 'spilled' }]);
  });

  test('room for a pointer -> an equal part of the share, and no more than the limit', () => {
    const limits = (given: { share: number; limit: number }) =>
      share(unitOf([400, 300, 200]), given).asked.map(({ limit }) => limit);
    expect(limits({ share: 600, limit: 25_000 })).toEqual([200]);
    expect(limits({ share: 600, limit: 150 })).toEqual([150]);
  });

  test('a pointer that saves little -> the result stays, and the next one is tried', () => {
    const unit = unitOf([100, 90]);
    const long = (pointed: PointedResult): string => words(pointed.result.toolCallId === 'c0' ? 80 : 30);
    const { unit: shared } = share(unit, { share: 150, findPointer: long });
    expect(outputsOf(messagesOf(shared))).toEqual([
      { type: 'text', value: words(100) },
      { type: 'text', value: words(30) },
    ]);
  });

  test('results that are stored nowhere -> stay', () => {
    const unit = unitOf([100, 200]);
    const { unit: shared, left } = share(unit, { share: 10, findPointer: () => undefined });
    expect(messagesOf(shared)).toEqual(messagesOf(unit));
    expect(left).toEqual([]);
  });

  test('a step without results that has no room -> unchanged', () => {
    const unit = toUnits(toEntries([assistant(words(500))]))[0] as Unit;
    expect(messagesOf(share(unit, { share: 10, room: 10 }).unit)).toEqual(messagesOf(unit));
  });

  test('omitted tokens -> the tokens that were saved', () => {
    const unit = unitOf([300, 200]);
    const { unit: shared, left } = share(unit, { share: 100 });
    expect(left.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(unit.tokens - shared.tokens);
  });
});

function unitOf(tokens: readonly number[]): Unit {
  const messages = [
    assistant(tokens.map((_, at) => call(`c${at}`))),
    tool(...tokens.map((count, at) => result(`c${at}`, words(count)))),
  ];
  return toUnits(toEntries(messages))[0] as Unit;
}

function share(
  unit: Unit,
  given: {
    share: number;
    room?: number;
    limit?: number;
    findPointer?: (pointed: PointedResult) => string | undefined;
  },
) {
  const left: LeftOut[] = [];
  const asked: PointedResult[] = [];
  const shared = shareResults({
    unit,
    room: Infinity,
    limit: 25_000,
    counters: COUNTERS,
    left,
    ...given,
    findPointer: (pointed) => {
      asked.push(pointed);
      return given.findPointer ? given.findPointer(pointed) : `[See ${pointed.result.toolCallId}]`;
    },
  });
  const pointed = outputsOf(messagesOf(shared)).flatMap((output) =>
    output.type === 'text' && output.value.startsWith('[See') ? [output.value.slice(5, -1)] : [],
  );
  return { unit: shared, left, asked, pointed };
}

function messagesOf(unit: Unit): ModelMessage[] {
  return unit.entries.map(({ message }) => message);
}
