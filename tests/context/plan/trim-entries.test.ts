import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { trimEntries, type TrimInput } from '../../../context/plan/trim-entries.js';
import { countMessagesTokens } from '../../../models/counting/count-tokens.js';
import { assistant, call, COUNTERS, result, step, toEntries, tool, turns, user, words } from '../messages.js';

describe('trimEntries', () => {
  test('everything fits -> the same entries, nothing omitted', () => {
    const messages = [...turns(2, 5), user('Go'), ...step('a')];
    const entries = toEntries(messages);
    const trimmed = trimEntries(input(messages, { turnStart: 4, budget: countMessagesTokens(messages) }));
    expect(trimmed).toEqual({ kind: 'fits', entries, left: [] });
  });

  test("the turn's message is not the last user message -> the turn's message stays", () => {
    const messages = [...turns(1, 5), user('Go'), ...step('a'), user(words(40)), ...step('b')];
    const trimmed = trim(messages, { turnStart: 2, budget: 40 });
    expect(trimmed).toEqual([messages[2], ...messages.slice(-2)]);
  });

  test('an answer before the first question that fits -> dropped by the budget', () => {
    const messages = [...turns(3, 20), user('Go')];
    const trimmed = trimEntries(input(messages, { turnStart: 6, budget: 5 + 3 * 24 }));
    expect(trimmed).toMatchObject({
      kind: 'fits',
      entries: toEntries(messages).slice(4),
      left: [0, 1, 2, 3].map((index) => ({ index, rule: 'budget', tokens: 24 })),
    });
  });

  test('an answer before the first question of all -> hygiene, not budget', () => {
    const messages = [assistant('Hi'), ...turns(1, 5), user('Go')];
    expect(trimEntries(input(messages, { turnStart: 3, budget: 1_000 }))).toMatchObject({
      left: [{ index: 0, rule: 'hygiene' }],
    });
  });

  test.each([
    ['no entries', [], 0],
    ['an index of nobody', [user('Go')], 7],
    ['an index of an answer', [user('Go'), assistant('Hi')], 1],
  ])(
    '%s as the turn -> cannot fit, because there is no user message to answer',
    (_name, messages, turnStart) => {
      expect(trimEntries(input(messages, { turnStart, budget: 1_000 }))).toEqual({
        kind: 'cannot-fit',
        needed: 0,
        reason: 'There is no user message to answer',
      });
    },
  );

  test.each([0, -1, -100_000])('a budget of %i -> cannot fit, with the tokens that are needed', (budget) => {
    expect(trimEntries(input([user('Hello')], { turnStart: 0, budget }))).toEqual({
      kind: 'cannot-fit',
      needed: 5,
      reason: 'The user message of 5 tokens cannot be made to fit 0 tokens',
    });
  });

  test('a message that may not be cut and a step -> cannot fit, with the room that was available', () => {
    const messages = [user(words(96)), ...step('a', words(20))];
    const stepTokens = countMessagesTokens(messages.slice(1));
    const budget = 100 + stepTokens - 1;
    const given = { turnStart: 0, oversize: 'refuse', findPointer: () => undefined } as const;
    expect(trimEntries(input(messages, { ...given, budget }))).toEqual({
      kind: 'cannot-fit',
      needed: 100 + stepTokens,
      reason: 'The user message has 100 tokens, but there is room for 99, and it may not be cut',
    });
    expect(trimEntries(input(messages, { ...given, budget: budget + 1 })).kind).toBe('fits');
  });

  test('a running instruction -> stays beside the message of the turn, regardless of what is dropped', () => {
    const messages = [user('Go'), assistant(words(40)), user('Check'), ...step('a', words(40)), ...step('b')];
    const given = { turnStart: 0, instruction: 2 };
    const needed = countMessagesTokens([messages[0]!, messages[2]!, ...messages.slice(-2)]);
    const trimmed = trimEntries(input(messages, { ...given, budget: needed }));
    const [go, , check] = messages;
    if (trimmed.kind !== 'fits') throw new Error(trimmed.reason);
    expect(trimmed.entries.map(({ message }) => message)).toEqual([go, check, ...messages.slice(-2)]);
    expect(trimEntries(input(messages, { ...given, budget: needed - 1, oversize: 'refuse' })).kind).toBe(
      'cannot-fit',
    );
  });

  test('an instruction larger than all the room -> cannot fit, and the reason names it', () => {
    const messages = [user('Go'), assistant('Gone'), user(words(496))];
    expect(trimEntries(input(messages, { turnStart: 0, instruction: 2, budget: 300 }))).toEqual({
      kind: 'cannot-fit',
      needed: 505,
      reason: 'The user message of 5 tokens and the instruction of 500 cannot be made to fit 300 tokens',
    });
  });

  test('a cut message -> a marker at the cut', () => {
    const trimmed = trimEntries(input([user(words(500))], { turnStart: 0, budget: 100 }));
    if (trimmed.kind !== 'fits' || trimmed.cut === undefined) throw new Error('It was not cut');
    const { head, tail, text } = trimmed.cut;
    expect(trimmed.entries[0]?.message).toEqual(user(text));
    expect(text).toBe(words(500).slice(0, head) + trimmed.cut.marker + words(500).slice(-tail));
  });

  test('a result that is stored nowhere -> stays, and the message is cut', () => {
    const messages = [user(words(100)), ...step('a', words(150))];
    const trimmed = trim(messages, { turnStart: 0, budget: 220, findPointer: () => undefined });
    expect(trimmed.slice(1)).toEqual(messages.slice(1));
    expect(trimmed[0]?.content).toMatch(/left out/);
  });

  test('10,000 messages -> none is counted again: their counts are known', () => {
    const messages = turns(5_000, 5);
    messages.push(user('Go'));
    const fail = (): number => {
      throw new Error('Counted');
    };
    const counters = { countText: fail, countMessage: fail };
    const trimmed = trimEntries(input(messages, { turnStart: 10_000, budget: 9_000, counters }));
    expect(trimmed).toMatchObject({ kind: 'fits', entries: { length: 999 } });
  });

  test('calls at once in the newest step, more than fit -> all of them or cannot fit', () => {
    const messages = [
      user('Go'),
      assistant(['a', 'b', 'c'].map((id) => call(id))),
      tool(result('a', words(100)), result('b', words(100)), result('c', words(100))),
    ];
    const whole = countMessagesTokens(messages);
    for (let budget = 0; budget < whole; budget += 3) {
      const trimmed = trimEntries(input(messages, { turnStart: 0, budget, findPointer: () => undefined }));
      expect(trimmed.kind).toBe('cannot-fit');
    }
    expect(trim(messages, { turnStart: 0, budget: whole, findPointer: () => undefined })).toEqual(messages);
  });
});

type Given = Pick<TrimInput, 'turnStart' | 'budget'> & Partial<TrimInput>;

function input(messages: readonly ModelMessage[], given: Given): TrimInput {
  return {
    entries: toEntries(messages),
    oversize: 'cut',
    resultLimit: 25_000,
    findPointer: ({ result: { toolCallId } }) => `[See ${toolCallId}]`,
    marker: (leftTokens) => `[${leftTokens} left out]`,
    counters: COUNTERS,
    ...given,
  };
}

function trim(messages: readonly ModelMessage[], given: Given): ModelMessage[] {
  const trimmed = trimEntries(input(messages, given));
  if (trimmed.kind === 'cannot-fit') throw new Error(trimmed.reason);
  return trimmed.entries.map(({ message }) => message);
}
