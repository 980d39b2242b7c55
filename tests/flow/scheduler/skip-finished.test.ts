import { describe, expect, test } from 'vitest';
import { runningNodes } from '../../../flow/scheduler/running-nodes.js';
import { skipFinished } from '../../../flow/scheduler/skip-finished.js';

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

const skip = (...finished: { nodeId: string; route?: string }[]) => {
  const { state, skipped } = skipFinished(GRAPH, { trigger: 'start', finished });
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

  test('a finished node after one that is not -> runs again in its turn', () => {
    expect(skip({ nodeId: 'each' })).toMatchObject({ skipped: [], running: [['pick', 0]] });
  });
});
