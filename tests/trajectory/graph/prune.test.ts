import { describe, expect, test } from 'vitest';
import { numbersAfter } from '../../../trajectory/graph/automatic-numbers.js';
import { joinRounds } from '../../../trajectory/rounds/join-rounds.js';
import { prune } from '../../../trajectory/graph/prune.js';
import type { TrajectoryView } from '../../../trajectory/graph/trajectory-view.js';
import { add, QUERY, startRound } from '../rounds.js';

describe('prune', () => {
  test('Action that leads to no pointer -> removed, with nodes that only it led to', () => {
    const graph = startRound();
    const dead = add(graph, 'Action', { predecessors: [QUERY] });
    const file = add(graph, 'File', { predecessors: [dead], edge: 'generates' });
    const shared = add(graph, 'Tool', { predecessors: [dead], edge: 'find_relevant_tool' });
    const live = add(graph, 'Action', { predecessors: [QUERY], pointer: 'add' });
    graph.connect({ from: live, to: shared, type: 'find_relevant_tool' });
    const state = add(graph, 'State', { predecessors: [live] });
    add(graph, 'State', { predecessors: [dead], pointer: 'remove' });
    const { nodes, edges, pointers, root } = prune(graph);
    expect(ids(nodes)).toEqual([QUERY, shared, live, state]);
    expect(edges.map(({ from, to }) => [from, to])).toEqual([
      [QUERY, live],
      [live, shared],
      [live, state],
    ]);
    expect([pointers, root]).toEqual([[state], QUERY]);
    expect(graph.has(file)).toBe(true);
  });

  test('States beside the branch -> stay', () => {
    const graph = startRound();
    const aside = add(graph, 'State', { predecessors: [QUERY], pointer: 'remove' });
    const state = add(graph, 'State', { predecessors: [QUERY] });
    expect(ids(prune(graph).nodes)).toEqual([QUERY, aside, state]);
  });

  test('an answer that was refused, and another one in its place -> the first one is removed', () => {
    const graph = startRound();
    const first = add(graph, 'State', { predecessors: [QUERY], attributes: { currentStatus: 'refused' } });
    graph.abandon([first]);
    const second = add(graph, 'State', {
      predecessors: graph.pointers,
      attributes: { currentStatus: 'refused' },
    });
    expect(ids(graph.nodes)).toEqual([QUERY, first, second]);
    expect(ids(prune(graph).nodes)).toEqual([QUERY, second]);
  });

  test('a branch that an earlier round abandoned -> removed, although it is bridged to the next question', () => {
    const zero = startRound(0);
    const dead = add(zero, 'Action', { predecessors: [QUERY] });
    zero.abandon([dead]);
    const live = add(zero, 'Action', { predecessors: zero.pointers });
    const one = startRound(1, { numbers: numbersAfter([zero.snapshot()]) });
    const joined = joinRounds([zero.snapshot(), one.snapshot()]);
    expect(joined.edges).toContainEqual({ from: dead, to: one.root, type: 'continues_to' });
    expect(ids(prune(joined).nodes)).toEqual([QUERY, live, one.root]);
  });

  test('earlier rounds -> their ends lead on through the bridges', () => {
    const zero = startRound(0);
    const action = add(zero, 'Action', { predecessors: [QUERY] });
    const file = add(zero, 'File', { predecessors: [action], edge: 'generates' });
    const one = startRound(1, { numbers: numbersAfter([zero.snapshot()]) });
    const joined = joinRounds([zero.snapshot(), one.snapshot()]);
    const pruned = prune(joined);
    expect(ids(pruned.nodes)).toEqual([QUERY, action, file, one.root]);
    expect(pruned.edges).toEqual(joined.edges);
  });

  test('unreachable from the root -> removed, pointers included', () => {
    const graph = startRound();
    const state = add(graph, 'State', { predecessors: [QUERY] });
    const { nodes, pointers } = graph;
    expect(prune({ nodes, edges: [], pointers, root: QUERY })).toMatchObject({
      nodes: [{ id: QUERY }],
      pointers: [],
    });
    expect(pointers).toEqual([state]);
  });

  test.each([null, 'Query(nope)'])('root %s -> nothing left', (root) => {
    expect(prune({ ...viewOf(startRound()), root })).toEqual({ nodes: [], edges: [], pointers: [], root });
  });
});

function ids(nodes: TrajectoryView['nodes']): string[] {
  return nodes.map(({ id }) => id);
}

function viewOf({ nodes, edges, pointers, root }: TrajectoryView): TrajectoryView {
  return { nodes, edges, pointers, root };
}
