import { describe, expect, test } from 'vitest';
import { runningNodes } from '../../../flow/scheduler/running-nodes.js';
import type { ScheduleGraph } from '../../../flow/scheduler/schedule-graph.js';
import { skipFinished, type FinishedNode } from '../../../flow/scheduler/skip-finished.js';

const GRAPH = {
  nodes: [
    { id: 'start', kind: 'manual' },
    { id: 'pick', kind: 'switch' },
    { id: 'each', kind: 'loop', loop: { parallel: 1, onError: 'stop' as const } },
    { id: 'twice', kind: 'code' },
    { id: 'other', kind: 'code' },
    { id: 'sum', kind: 'code' },
  ],
  edges: [
    { from: 'start', to: 'pick' },
    { from: 'pick', to: 'each', route: 'all' },
    { from: 'pick', to: 'other', route: 'none' },
    { from: 'each', to: 'twice', on: 'item' as const },
    { from: 'twice', to: 'each', on: 'next' as const },
    { from: 'each', to: 'sum' },
  ],
};

const skip = (...finished: FinishedNode[]) => skipIn(GRAPH, ...finished);

const skipIn = (graph: ScheduleGraph, ...finished: FinishedNode[]) => {
  const { state, skipped } = skipFinished(graph, { trigger: 'start', finished });
  return {
    skipped: skipped.map(({ nodeId, run }) => [nodeId, run]),
    running: runningNodes(state).map(({ nodeId, run }) => [nodeId, run]),
    nodes: state.scopes['/']?.nodes ?? Object.values(state.scopes)[0]?.nodes,
  };
};

describe('skipFinished', () => {
  test('nothing finished -> starts like any flow', () => {
    expect(skip()).toMatchObject({ skipped: [], running: [['pick', 0]] });
  });

  test('a switch with its route and a loop -> the next node starts; the other branch is skipped', () => {
    const { skipped, running, nodes } = skip({ nodeId: 'each' }, { nodeId: 'pick', route: 'all' });
    expect(skipped).toEqual([
      ['pick', 0],
      ['each', 1],
    ]);
    expect(running).toEqual([['sum', 2]]);
    expect(nodes).toMatchObject({ other: { kind: 'skipped' }, each: { kind: 'success' } });
  });

  test('a node that failed into its error edge -> its handler starts', () => {
    const graph = {
      nodes: [
        { id: 'start', kind: 'manual' },
        { id: 'pay', kind: 'code' },
        { id: 'thank', kind: 'code' },
        { id: 'excuse', kind: 'code' },
      ],
      edges: [
        { from: 'start', to: 'pay' },
        { from: 'pay', to: 'thank' },
        { from: 'pay', to: 'excuse', on: 'error' as const },
      ],
    };
    const { skipped, running, nodes } = skipIn(graph, { nodeId: 'pay', hasFailed: true });
    expect(skipped).toEqual([['pay', 0]]);
    expect(running).toEqual([['excuse', 1]]);
    expect(nodes).toMatchObject({ pay: { kind: 'failed' }, thank: { kind: 'skipped' } });
  });

  test('a finished node after an unfinished one -> runs again when its predecessors are done', () => {
    expect(skip({ nodeId: 'each' })).toMatchObject({ skipped: [], running: [['pick', 0]] });
  });
});
