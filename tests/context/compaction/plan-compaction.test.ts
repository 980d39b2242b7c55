import type { ModelMessage } from '@ai-sdk/provider-utils';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compactedTokens,
  compactionParts,
  type CompactionPartsInput,
  toTranscripts,
} from '../../../context/compaction/plan-compaction.js';
import { transcriptText } from '../../../context/compaction/transcript-text.js';
import { toUnits, type Unit } from '../../../context/plan/units.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { assistant, call, COUNTERS, result, step, toEntries, tool, turns, user, words } from '../messages.js';

describe('compactionParts', () => {
  test('H32: a history and a question -> the question stays, everything before it is the past', () => {
    const messages = [...turns(3, 5), user('And now?')];
    const parts = partsOf(messages, 6);
    expect(parts).toEqual({ past: messages.slice(0, 6), kept: [user('And now?')] });
  });

  test("H35: in the middle of a turn -> the turn's task and its newest, unanswered tool group stay", () => {
    const messages = [...turns(1, 5), user('Go'), ...step('a'), ...step('b')];
    messages.push(assistant([call('c'), call('d')]), tool(result('c')), tool(result('d')));
    const parts = partsOf(messages, 2);
    expect(parts.kept).toEqual([user('Go'), ...messages.slice(-3)]);
    expect(parts.past).toEqual([...messages.slice(0, 2), ...messages.slice(3, 7)]);
  });

  test('H35: only the newest step -> nothing of it is past', () => {
    const messages = [user('Go'), ...step('a')];
    expect(partsOf(messages, 0)).toEqual({ past: [], kept: messages });
  });

  test('an instruction that is being worked on -> stays with the task and the newest step', () => {
    const messages = [user('Go'), assistant('Gone'), user('Check'), ...step('a'), ...step('b')];
    const parts = partsOf(messages, 0, 2);
    expect(parts.kept).toEqual([user('Go'), user('Check'), ...messages.slice(-2)]);
    expect(parts.past).toEqual([messages[1], ...messages.slice(3, 5)]);
  });

  test('H34: no user message -> everything is past', () => {
    const messages = [assistant('Hello'), ...step('a')];
    expect(partsOf(messages, -1)).toEqual({ past: messages, kept: [] });
  });

  test('any place of the turn -> every message is past or kept, once', () => {
    const messages = [...turns(2, 3), user('Go'), ...step('a'), ...step('b'), assistant('Hm.'), ...step('c')];
    for (const [at, { role }] of messages.entries()) {
      if (role !== 'user') continue;
      const { past, kept } = partsOf(messages, at);
      expect(new Set([...past, ...kept]).size).toBe(messages.length);
      expect(past.length + kept.length).toBe(messages.length);
    }
  });
});

describe('compactionParts with a share for the newest', () => {
  const share = 40;

  test('H32: the previous exchange and the newest steps that fit it -> stay, in order; older ones go', () => {
    const messages = [...turns(3, 5), user('Go'), ...step('a'), ...step('b', words(100)), ...step('c')];
    messages.push(...step('d'));
    const { past, kept } = keptOf(messages, { turnStart: 6, share });
    expect(kept).toEqual([...messages.slice(4, 7), ...messages.slice(-4)]);
    expect(past).toEqual([...messages.slice(0, 4), ...messages.slice(7, 11)]);
  });

  test('a previous exchange larger than the share -> stays alone', () => {
    const messages = [...turns(2, 100), user('Go'), ...step('a'), ...step('b')];
    expect(keptOf(messages, { turnStart: 4, share }).kept).toEqual([
      ...messages.slice(2, 5),
      ...messages.slice(-2),
    ]);
  });

  test('a previous exchange for which there is no room -> replaced, and so is everything before it', () => {
    const messages = [...turns(2, 100), user('Go'), ...step('a'), ...step('b')];
    const { kept } = keptOf(messages, { turnStart: 4, share, budget: 100 });
    expect(kept).toEqual([user('Go'), ...messages.slice(5)]);
  });

  test('all steps fit -> older messages stay as well, from a question on', () => {
    const messages = [...turns(6, 1), user('Go'), ...step('a')];
    const { past, kept } = keptOf(messages, { turnStart: 12, share });
    expect(past.length).toBeGreaterThan(0);
    expect(kept.length).toBeGreaterThan(5);
    expect(kept[0]!.role).toBe('user');
  });

  test('any context -> every message once, in order, the newest together within the share, but for the exchange', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 8 });
    fc.assert(
      fc.property(sizes, sizes, fc.nat(300), fc.nat(2_000), (said, done, most, budget) => {
        const past = said.flatMap((size, at) => [
          user(`q${at} ${words(size)}`),
          assistant(`a${at} ${words(size)}`),
        ]);
        const own = done.flatMap((size, at) => step(`c${at}`, words(size)));
        const messages = [...past, user('Go'), ...own];
        const turnStart = past.length;
        const parts = compactionParts(toEntries(messages), { turnStart, share: most, budget });
        const gone = [...parts.history, ...parts.steps].flatMap(({ entries }) => entries);
        const all = [...gone, ...parts.kept].map(({ index }) => index).sort((one, other) => one - other);
        expect(all).toEqual(messages.map((_, index) => index));
        const kept = parts.kept.map(({ index }) => index);
        expect(kept).toEqual([...kept].sort((one, other) => one - other));
        expect(kept).toEqual(
          expect.arrayContaining([turnStart, ...(own.length > 0 ? [messages.length - 1] : [])]),
        );
        const least = new Set([turnStart, messages.length - 1, messages.length - 2]);
        const exchange = new Set(most > 0 ? [turnStart - 1, turnStart - 2] : []);
        const extra = parts.kept
          .filter(({ index }) => !least.has(index) && !exchange.has(index))
          .reduce((sum, { tokens }) => sum + tokens, 0);
        expect(extra).toBeLessThanOrEqual(most);
        if (most === 0) expect(extra).toBe(0);
      }),
    );
  });
});

describe('toTranscripts', () => {
  const PAST = unitsOf([...turns(8, 50), user('Go'), ...step('a', words(120)), ...step('b', words(90))]);
  const WHOLE = textOf(PAST);

  test('everything fits -> one transcript', () => {
    const room = countTextTokens(WHOLE) + PAST.length;
    expect(toTranscripts(PAST, { room, counters: COUNTERS })).toEqual([{ text: WHOLE, units: PAST.length }]);
  });

  test('too large at once -> halves of similar size', () => {
    const room = countTextTokens(WHOLE) - 100;
    const transcripts = toTranscripts(PAST, { room, counters: COUNTERS });
    expect(transcripts).toHaveLength(2);
    const [one = 0, other = 0] = transcripts.map(({ text }) => countTextTokens(text));
    expect(Math.abs(one - other)).toBeLessThan(250);
  });

  test('any room -> every unit once, in order, whole tool groups, each within the room', () => {
    for (let room = 150; room < countTextTokens(WHOLE) + 50; room += 13) {
      const transcripts = toTranscripts(PAST, { room, counters: COUNTERS });
      expect(transcripts.map(({ text }) => text).join('\n')).toBe(WHOLE);
      let from = 0;
      for (const { text, units } of transcripts) {
        expect(text).toBe(textOf(PAST.slice(from, from + units)));
        expect(countTextTokens(text)).toBeLessThanOrEqual(room);
        from += units;
      }
      expect(from).toBe(PAST.length);
    }
  });

  test('a unit larger than the room -> cut inside, head and tail there, the others whole', () => {
    const units = unitsOf([user('Before.'), user(`First. ${words(2_000)} Last.`), user('After.')]);
    const transcripts = toTranscripts(units, { room: 300, counters: COUNTERS });
    const all = transcripts.map(({ text }) => text).join('\n');
    expect(all).toMatch(
      /^User: Before\.\nUser: First\. .*\[… \d+ tokens left out …\].* Last\.\nUser: After\.$/s,
    );
    for (const { text } of transcripts) expect(countTextTokens(text)).toBeLessThanOrEqual(300);
    expect(transcripts.reduce((sum, { units: count }) => sum + count, 0)).toBe(3);
  });

  test('nothing to summarize -> no transcript', () => {
    expect(toTranscripts([], { room: 100, counters: COUNTERS })).toEqual([]);
  });

  test.each([0, -1])('a room of %i -> it ends, with every unit stood for', (room) => {
    const transcripts = toTranscripts(unitsOf(turns(2, 5)), { room, counters: COUNTERS });
    expect(transcripts.reduce((sum, { units }) => sum + units, 0)).toBe(4);
  });

  test('any sizes and room -> each transcript within the room, all units stood for', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 30, max: 1_000 }), (tokens, room) => {
        const units = unitsOf(tokens.map((count) => user(words(count))));
        const transcripts = toTranscripts(units, { room, counters: COUNTERS });
        for (const { text } of transcripts) expect(countTextTokens(text)).toBeLessThanOrEqual(room);
        expect(transcripts.reduce((sum, { units: count }) => sum + count, 0)).toBe(units.length);
      }),
    );
  });
});

describe('compactedTokens', () => {
  test('system, tools, a summary and what stays -> the sum of their tokens', () => {
    const kept = toEntries([user(words(6))]);
    expect(compactedTokens({ systemTokens: 5, toolTokens: 7, summaryTokens: 20, kept })).toBe(42);
  });
});

function partsOf(messages: readonly ModelMessage[], turnStart: number, instruction?: number) {
  return keptOf(messages, { turnStart, instruction, share: 0 });
}

function keptOf(
  messages: readonly ModelMessage[],
  { budget = 100_000, ...how }: Omit<CompactionPartsInput, 'budget'> & { budget?: number },
) {
  const { history, steps, kept } = compactionParts(toEntries(messages), { ...how, budget });
  return {
    past: [...history, ...steps].flatMap(({ entries }) => entries.map(({ message }) => message)),
    kept: kept.map(({ message }) => message),
  };
}

function unitsOf(messages: readonly ModelMessage[]): Unit[] {
  return toUnits(toEntries(messages));
}

function textOf(units: readonly Unit[]): string {
  return transcriptText(units.flatMap(({ entries }) => entries.map(({ message }) => message)));
}
