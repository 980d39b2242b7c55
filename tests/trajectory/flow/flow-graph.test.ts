import { describe, expect, test } from 'vitest';
import { flowGraph, type FlowRun, type RanFlow } from '../../../trajectory/flow/flow-graph.js';
import { prune } from '../../../trajectory/graph/prune.js';

describe('flowGraph', () => {
  test('a refused approval, and a failed sub-execution with another in its place -> both abandoned', () => {
    const { snapshot, pruned } = make({
      edges: [
        { from: 'ask', to: 'research' },
        { from: 'research', to: 'backup', on: 'error' },
        { from: 'research', to: 'say' },
        { from: 'backup', to: 'say' },
      ],
      runs: [
        run(0, 'ask', { isRefused: true, output: { confirmed: false } }),
        run(1, 'research', { kind: 'subflow', status: 'failed', executions: ['e/research/1'] }),
        run(2, 'backup'),
        run(3, 'say'),
      ],
    });
    expect(edgesOf(snapshot)).toEqual([
      'question -> ask',
      'question -> research',
      'question -> backup',
      'backup -> say',
    ]);
    expect(snapshot.pointers).toEqual(['Action(say@2)']);
    expect(pruned).toEqual(['question', 'backup', 'say']);
    expect(snapshot.nodes.find(({ label }) => label === 'research@2')?.attributes).toMatchObject({
      success: false,
      executions: ['e/research/1'],
    });
  });

  test('a loop -> its items after it, and later nodes after the nodes that ended them', () => {
    const { snapshot } = make({
      edges: [
        { from: 'each', to: 'work', on: 'item' },
        { from: 'work', to: 'each', on: 'next' },
        { from: 'each', to: 'say' },
      ],
      runs: [
        run(0, 'each', { kind: 'loop' }),
        run(1, 'work', { iteration: '0' }),
        run(2, 'work', { iteration: '1' }),
        run(3, 'say'),
      ],
    });
    expect(edgesOf(snapshot)).toEqual([
      'question -> each',
      'each -> work/0',
      'each -> work/1',
      'each -> say',
      'work/0 -> say',
      'work/1 -> say',
    ]);
    expect(snapshot.pointers).toEqual(['Action(say@2)']);
  });

  test('failures in and after a loop -> the item, the node before, and the loop as their inputs', () => {
    const { snapshot } = make({
      edges: [
        { from: 'each', to: 'work', on: 'item' },
        { from: 'work', to: 'check' },
        { from: 'check', to: 'each', on: 'next' },
        { from: 'each', to: 'say' },
      ],
      runs: [
        run(0, 'each', { kind: 'loop', output: { total: 2 } }),
        run(1, 'work', { iteration: '0', status: 'failed', item: { item: 'a', index: 0 } }),
        run(2, 'work', { iteration: '1', output: 'b' }),
        run(3, 'check', { iteration: '1', status: 'failed' }),
        run(4, 'say', { status: 'failed' }),
      ],
    });
    const inputs = ['work/0', 'check/1', 'say'].map(
      (label) => snapshot.nodes.find((node) => node.label === `${label}@2`)?.attributes['params'],
    );
    expect(inputs).toEqual([
      { kind: 'code', input: { loop: { item: 'a', index: 0 } } },
      { kind: 'code', input: { work: 'b' } },
      { kind: 'code', input: { each: { total: 2 } } },
    ]);
  });

  test('an unhandled failure -> the end of the branch; a canceled run -> abandoned', () => {
    const edges = [{ from: 'first', to: 'last' }];
    const failed = make({ isCompleted: false, edges, runs: [run(0, 'first', { status: 'failed' })] });
    expect(failed.snapshot.pointers).toEqual(['Action(first@2)']);
    const cancelled = make({
      isCompleted: false,
      edges,
      runs: [run(0, 'first'), run(1, 'last', { status: 'cancelled' })],
    });
    expect(cancelled.snapshot.pointers).toEqual(['Action(first@2)']);
  });
});

function make(ran: Pick<RanFlow, 'edges' | 'runs'> & { isCompleted?: boolean }) {
  const owner = { user: 'ada', session: 's', round: 2, subAgent: '@flow' };
  const snapshot = flowGraph({
    owner,
    question: 'go',
    askedAt: '2026-01-01T00:00:00Z',
    isCompleted: true,
    scripts: [],
    ...ran,
  });
  const { nodes } = prune({ ...snapshot, root: snapshot.start });
  return { snapshot, pruned: nodes.map(({ id }) => shown(id)) };
}

function run(ordinal: number, nodeId: string, facts: Partial<FlowRun> = {}): FlowRun {
  const times = { startedAt: '2026-01-01T00:00:01Z', finishedAt: '2026-01-01T00:00:02Z' };
  return {
    ...times,
    nodeId,
    iteration: '',
    run: ordinal,
    kind: 'code',
    status: 'success',
    isRefused: false,
    output: null,
    executions: [],
    flows: [],
    ...facts,
  };
}

function edgesOf({ edges }: ReturnType<typeof flowGraph>): string[] {
  return edges.map(({ from, to }) => `${shown(from)} -> ${shown(to)}`);
}

function shown(id: string): string {
  return id.replace(/^\w+\((.*)@2\)$/, '$1');
}
