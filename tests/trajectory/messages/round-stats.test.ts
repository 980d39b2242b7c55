import { describe, expect, test } from 'vitest';
import { roundStats } from '../../../trajectory/messages/round-stats.js';
import { assistant, summary, user } from './messages.js';

describe('roundStats', () => {
  test('C70: timestamps 1000, 1005, 1012.5 -> 12.5 s', () => {
    const round = [user('q', 1000), assistant('a', { at: 1005 }), assistant('b', { at: 1012.5 })];
    expect(roundStats(round).elapsedSeconds).toBe(12.5);
  });

  test('C70: no timestamps, or one -> 0', () => {
    expect(roundStats([user('q'), assistant('a')]).elapsedSeconds).toBe(0);
    expect(roundStats([user('q', 1000), assistant('a')]).elapsedSeconds).toBe(0);
    expect(roundStats([]).elapsedSeconds).toBe(0);
  });

  test('C71: a folded summary stamped 999, question 100, answer 120 -> 20 s', () => {
    const round = [summary('folded', 999), user('q', 100), assistant('a', { at: 120 })];
    expect(roundStats(round).elapsedSeconds).toBe(20);
    expect(roundStats([...round, summary('folded', 999)]).elapsedSeconds).toBe(20);
  });

  test('timestamps that go back -> 0', () => {
    expect(roundStats([user('q', 100), assistant('a', { at: 99 })]).elapsedSeconds).toBe(0);
  });

  test('two calls -> sums, and the hits among all input with one decimal', () => {
    const round = [
      user('q'),
      assistant('a', { usage: { input: 200, cachedInput: 0, output: 10 } }),
      assistant('b', { usage: { input: 100, cachedInput: 50, output: 5 } }),
    ];
    expect(roundStats(round)).toMatchObject({
      usage: { input: 300, cachedInput: 50, output: 15 },
      cacheHitPercent: 16.7,
    });
  });

  test('no usage -> 0 %', () => {
    expect(roundStats([user('q')])).toMatchObject({
      usage: { input: 0, cachedInput: 0, output: 0 },
      cacheHitPercent: 0,
    });
  });
});
