import { describe, expect, test } from 'vitest';
import { toDrawnAgent } from '../../../packages/studio/trajectory/drawn-agent.js';
import { smallView } from '../../trajectory/render/views.js';

const FIGURES = {
  usage: { input: 12_000, cachedInput: 9_990, output: 345 },
  cacheHitPercent: 83.25,
  elapsedSeconds: 12,
};

describe('toDrawnAgent', () => {
  test('a dead end -> in the full view, not in the pruned one', () => {
    const { full, pruned, nodes } = toDrawnAgent({ view: smallView(), rounds: [] });
    expect([full.nodes.length, pruned.nodes.length, nodes.size]).toEqual([5, 4, 5]);
    expect(nodes.get('State(state00000)')?.shortName).toBe('Three degrees.');
  });

  test('a round with figures -> its question and the figures in words', () => {
    const rounds = [{ round: 1, question: 'How warm?', ...FIGURES }];
    expect(toDrawnAgent({ view: smallView(), rounds }).describeRound(1)).toEqual({
      question: 'How warm?',
      stats: '12,345 tokens · 83.3 % from cache · 12.0 s',
    });
  });

  test('a round without figures -> the query, no figures; an unknown round -> neither', () => {
    const { describeRound } = toDrawnAgent({ view: smallView(), rounds: [] });
    expect(describeRound(1)).toEqual({ question: 'How warm is it in Oslo?', stats: '' });
    expect(describeRound(2)).toEqual({ question: '', stats: '' });
  });

  test('a round without a model call -> no figures', () => {
    const usage = { input: 0, cachedInput: 0, output: 0 };
    const rounds = [{ round: 1, question: 'How warm?', ...FIGURES, usage }];
    expect(toDrawnAgent({ view: smallView(), rounds }).describeRound(1).stats).toBe('');
  });
});
