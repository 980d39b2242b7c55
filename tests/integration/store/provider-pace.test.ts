import { describe, expect, test } from 'vitest';
import { correctPace, reservePace } from '../../../store/models/provider-pace.js';
import { useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

const EACH_MS = 60_000;
const LIMITS = { requestMs: EACH_MS, tokenMs: 0, burstMs: 0, maxWaitMs: 3_600_000 };

describe('reservePace', () => {
  test('20 calls of several connections at once -> each has its own moment, one request apart', async () => {
    const reserve = () => reservePace(store.db, { provider: 'many', ...LIMITS });
    const waits = await Promise.all(Array.from({ length: 20 }, reserve));
    expect(inUnits(waits)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test('a burst of two requests -> three calls begin at once, the others one request apart', async () => {
    const waits: (number | undefined)[] = [];
    for (let call = 0; call < 5; call += 1)
      waits.push(await reservePace(store.db, { provider: 'burst', ...LIMITS, burstMs: 2 * EACH_MS }));
    expect(inUnits(waits)).toEqual([0, 0, 0, 1, 2]);
  });

  test('tokens take longer than requests -> they decide, and corrections move the next call', async () => {
    const call = { provider: 'tokens', ...LIMITS, tokenMs: 3 * EACH_MS };
    await reservePace(store.db, call);
    expect(inUnits([await reservePace(store.db, call)])).toEqual([3]);
    await correctPace(store.db, { provider: 'tokens', tokenMs: 2 * EACH_MS });
    expect(inUnits([await reservePace(store.db, call)])).toEqual([8]);
    await correctPace(store.db, { provider: 'tokens', tokenMs: -EACH_MS });
    expect(inUnits([await reservePace(store.db, call)])).toEqual([10]);
  });

  test('more than the longest wait -> rejected, and nothing is reserved', async () => {
    const call = { provider: 'bounded', ...LIMITS, maxWaitMs: 2.5 * EACH_MS };
    const waits: (number | undefined)[] = [];
    for (let tries = 0; tries < 5; tries += 1) waits.push(await reservePace(store.db, call));
    expect(inUnits(waits)).toEqual([0, 1, 2, undefined, undefined]);
    expect(inUnits([await reservePace(store.db, { ...call, maxWaitMs: 3_600_000 })])).toEqual([3]);
  });

  test('a reserved moment that has passed unused -> the next call begins at once', async () => {
    const call = { provider: 'dead', ...LIMITS, requestMs: 1 };
    for (let worker = 0; worker < 3; worker += 1) await reservePace(store.db, call);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await reservePace(store.db, call)).toBe(0);
  });
});

function inUnits(waits: readonly (number | undefined)[]): (number | undefined)[] {
  return waits
    .map((ms) => (ms === undefined ? undefined : Math.round(ms / EACH_MS)))
    .sort((a, b) => (a ?? Infinity) - (b ?? Infinity));
}
