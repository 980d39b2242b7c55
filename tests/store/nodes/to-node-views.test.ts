import { describe, expect, test } from 'vitest';
import type { FlowDefinition } from '../../../flow/definition.js';
import { toNodeViews, type ExecutionRows } from '../../../store/nodes/to-node-views.js';

const at = new Date('2026-01-01T00:00:00Z');
const flow: FlowDefinition = {
  slug: 'f',
  name: 'F',
  nodes: [
    { id: 'start', kind: 'manual' },
    { id: 'chat', kind: 'chat' },
    { id: 'each', kind: 'loop', config: { over: '{{ trigger.data }}' } },
    { id: 'work', kind: 'code', config: { expression: '1' } },
    { id: 'ask', kind: 'approval', config: { prompt: 'Sure?' } },
    { id: 'hello', kind: 'reply', config: { text: 'Hello' } },
  ],
  edges: [
    { from: 'start', to: 'each' },
    { from: 'each', to: 'work', on: 'item' },
    { from: 'work', to: 'each', on: 'next' },
    { from: 'each', to: 'ask' },
    { from: 'chat', to: 'hello' },
  ],
};
const run = (nodeId: string, more: Partial<ExecutionRows['totals'][number]> = {}) => ({
  nodeId,
  runs: 1,
  running: 0,
  waiting: 0,
  failed: 0,
  cancelled: 0,
  startedAt: at,
  finishedAt: at,
  elapsedMs: 0,
  errorType: null,
  errorMessage: null,
  ...more,
});

describe('toNodeViews', () => {
  test('between two items of a loop -> loop and body run, what follows is pending, another branch skipped', () =>
    expect(
      statuses({ totals: [run('each', { running: 1, finishedAt: null }), run('work', { runs: 2 })] }),
    ).toBe('start success, chat skipped, each running, work running, ask pending, hello skipped'));
  test('ended before the approval -> what did not run is skipped', () =>
    expect(statuses({ status: 'failed', totals: [run('each', { failed: 1 })] })).toBe(
      'start success, chat skipped, each failed, work skipped, ask skipped, hello skipped',
    ));
  test('a loop in the middle -> items done of all', () => {
    const totals = [run('each', { running: 1, finishedAt: null })];
    const loops = [{ nodeId: 'each', total: 10, done: 3 }];
    expect(views({ totals, loops }).find(({ nodeId }) => nodeId === 'each')?.items).toEqual({
      done: 3,
      total: 10,
    });
  });
  test('an approval -> its time is waiting, not work', () =>
    expect(views({ totals: [run('ask', { waiting: 1, elapsedMs: 7_200_000 })] })).toContainEqual(
      expect.objectContaining({ nodeId: 'ask', status: 'waiting', durationMs: 0, waitedMs: 7_200_000 }),
    ));
  test('a node with a question -> the time of the question is waiting, the rest is work', () => {
    const totals = [run('work', { elapsedMs: 338_000 })];
    const waits = [
      { nodeId: null, waitedMs: 300_000 },
      { nodeId: 'work', waitedMs: 300_000 },
    ];
    expect(views({ totals, waits })).toContainEqual(
      expect.objectContaining({ nodeId: 'work', durationMs: 38_000, waitedMs: 300_000 }),
    );
  });
});

function views(facts: Partial<ExecutionRows>) {
  const none = { totals: [], usage: [], loops: [], waits: [] };
  return toNodeViews({ flow, status: 'running', isTurn: false, triggerId: null, ...none, ...facts });
}

function statuses(facts: Partial<ExecutionRows>): string {
  return views(facts)
    .map(({ nodeId, status }) => `${nodeId} ${status}`)
    .join(', ');
}
