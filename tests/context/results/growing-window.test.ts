import type { ModelMessage } from '@ai-sdk/provider-utils';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { playLoop } from '../../../packages/lab/bench/prefix/played-loop.js';
import { spillLimit } from '../../../context/results/spill-limit.js';
import { viewResults } from '../../../context/results/view-results.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { propertyRuns } from '../../setup/property-runs.js';
import { propertySeed } from '../generated/assert-plans.js';
import { assistant, call, outputsOf, result, toEntries, tool, user, words } from '../messages.js';
import { planOf } from '../transcript/plan.js';

const WHOLE = 2;

describe('planTranscript', () => {
  const seed = propertySeed();
  test(`any history in any two windows (PROPERTY_SEED=${seed}) -> the larger shows every message of the smaller one, and no result shorter`, () => {
    fc.assert(
      fc.property(history({ most: 1_500, parallel: 1 }), windows(10_000), (messages, [small, large]) => {
        const [shown, more] = [small, large].map((contextWindow) => planOf(messages, { contextWindow }));
        const sent = new Map(more!.messages.map((message) => [key(message), message]));
        for (const message of shown!.messages) {
          expect(sent.has(key(message))).toBe(true);
          expect(countMessageTokens(sent.get(key(message))!)).toBeGreaterThanOrEqual(
            countMessageTokens(message),
          );
        }
        expect(more!.tokens).toBeGreaterThanOrEqual(shown!.tokens);
      }),
      { numRuns: propertyRuns(50, 150), seed },
    );
  });
});

describe('viewResults', () => {
  const seed = propertySeed();
  test(`results of any size, in parallel, in any two windows (PROPERTY_SEED=${seed}) -> the larger shows each at least as well`, () => {
    fc.assert(
      fc.property(history({ most: 8_000, parallel: 3 }), windows(1_000), (messages, [small, large]) => {
        const [some, more] = [small, large].map((window) => viewIn(window, messages));
        some!.forEach((rank, at) => expect(more![at]).toBeGreaterThanOrEqual(rank));
      }),
      { numRuns: propertyRuns(100, 300), seed },
    );
  });

  test('20 steps with results of 1,200 tokens in a window of 128,000 -> at least 85 % are an unchanged prefix', () => {
    const { sent, same } = playLoop({ window: 128_000, steps: 20, resultTokens: 1_200 });
    expect(same / sent).toBeGreaterThan(0.85);
  });

  test('a loop that outgrows its window 3 times over -> at least 80 % are an unchanged prefix', () => {
    const { sent, same } = playLoop({ window: 32_000, steps: 60, resultTokens: 1_200 });
    expect(same / sent).toBeGreaterThan(0.8);
  });
});

function viewIn(window: number, messages: readonly ModelMessage[]): number[] {
  const { entries } = viewResults({
    entries: toEntries(messages),
    limit: spillLimit({ window, pct: 15 }),
    room: Math.floor(window * 0.95) - Math.min(16_384, Math.floor(window / 4)) - 300,
    countMessage: countMessageTokens,
    findPointer: ({ reason }) => reason,
  });
  return outputsOf(entries.map(({ message }) => message))
    .map((output) => (output.type === 'text' ? ['evicted', 'spilled'].indexOf(output.value) : -1))
    .map((rank) => (rank === -1 ? WHOLE : rank));
}

function key(message: ModelMessage): string {
  if (message.role !== 'tool') return JSON.stringify(message);
  return message.content.map((part) => (part.type === 'tool-result' ? part.toolCallId : '')).join();
}

function windows(least: number): fc.Arbitrary<[number, number]> {
  return fc
    .tuple(
      fc.integer({ min: least, max: 60_000 }),
      fc.oneof(fc.integer({ min: 1, max: 500 }), fc.nat(80_000)),
    )
    .map(([small, more]) => [small, small + more]);
}

function history({ most, parallel }: { most: number; parallel: number }): fc.Arbitrary<ModelMessage[]> {
  const sizes = fc.array(fc.integer({ min: 1, max: most }), { minLength: 1, maxLength: parallel });
  const step = fc.record({ sizes, isAsked: fc.boolean() });
  return fc
    .array(step, { maxLength: 40 })
    .map((steps) => [
      user('Go'),
      ...steps.flatMap(({ sizes: tokens, isAsked }, at) => [
        assistant(tokens.map((_, place) => call(`c${at}.${place}`))),
        tool(...tokens.map((count, place) => result(`c${at}.${place}`, words(count)))),
        ...(isAsked ? [assistant(`Answer ${at}`), user(`Question ${at}`)] : []),
      ]),
    ]);
}
