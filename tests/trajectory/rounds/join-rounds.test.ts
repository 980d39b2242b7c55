import { describe, expect, test } from 'vitest';
import { numbersAfter } from '../../../trajectory/graph/automatic-numbers.js';
import { EdgeIndex } from '../../../trajectory/graph/edge-index.js';
import { prune } from '../../../trajectory/graph/prune.js';
import { activeBranch } from '../../../trajectory/render/active-branch.js';
import { joinRounds } from '../../../trajectory/rounds/join-rounds.js';
import { TrajectoryGraph } from '../../../trajectory/graph/trajectory-graph.js';
import type { RoundSnapshot } from '../../../trajectory/graph/trajectory-view.js';
import { add, ownerOf, QUERY, startRound } from '../rounds.js';

describe('joinRounds', () => {
  test('C32: round 0 with one leaf, round 1 -> leaf to Query, continues_to', () => {
    const [zero, one] = session(2);
    const { edges, pointers } = joinRounds([zero!, one!]);
    expect(bridges(edges)).toEqual([['State(state00000)', 'Query(query00001)']]);
    expect(pointers).toEqual(one!.pointers);
  });

  test('several leaves, data among them -> a bridge from each; a Query alone is its own leaf', () => {
    const graph = startRound(0);
    const action = add(graph, 'Action', { predecessors: [QUERY] });
    const file = add(graph, 'File', { predecessors: [action], edge: 'generates' });
    const state = add(graph, 'State', { predecessors: [action] });
    const one = startRound(1, { numbers: graph.numbers });
    const two = startRound(2, { numbers: numbersAfter([graph.snapshot(), one.snapshot()]) });
    expect(bridges(joinRounds([graph, one, two].map((round) => round.snapshot())).edges)).toEqual([
      [file, 'Query(query00001)'],
      [state, 'Query(query00001)'],
      ['Query(query00001)', 'Query(query00002)'],
    ]);
  });

  test('an end with only data or an abandoned branch behind it -> bridged from these leaves alone', () => {
    const graph = startRound(0);
    const state = add(graph, 'State', { predecessors: [QUERY] });
    const failed = add(graph, 'Action', { predecessors: [state] });
    graph.abandon([failed]);
    expect(graph.pointers).toEqual([state]);
    const one = startRound(1, { numbers: graph.numbers });
    const joined = joinRounds([graph.snapshot(), one.snapshot()]);
    expect(bridges(joined.edges)).toEqual([[failed, 'Query(query00001)']]);
    expect(bridges(prune(joined).edges)).toEqual([[state, 'Query(query00001)']]);
    expect(activeBranch(joined).nodes).toEqual(new Set([QUERY, state, 'Query(query00001)']));
  });

  test('rounds out of order -> bridged by their numbers', () => {
    const rounds = session(11);
    expect(joinRounds([...rounds].reverse())).toEqual(joinRounds(rounds));
    expect(joinRounds(rounds).rounds).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('C34: round 1 missing, or without its Query -> round 2 follows round 0', () => {
    const [zero, one, two] = session(3);
    const expected = [['State(state00000)', 'Query(query00002)']];
    expect(bridges(joinRounds([zero!, two!]).edges)).toEqual(expected);
    const headless = { ...one!, nodes: one!.nodes.slice(1), edges: [] };
    expect(joinRounds([zero!, headless, two!])).toEqual(joinRounds([zero!, two!]));
  });

  test('C35: restored twice -> no duplicate', () => {
    const rounds = session(3);
    expect(joinRounds([...rounds, ...rounds])).toEqual(joinRounds(rounds));
  });

  test('C37: joined -> the snapshots are unchanged, without bridges or earlier nodes', () => {
    const rounds = session(3);
    const before = structuredClone(rounds);
    joinRounds(rounds);
    expect(rounds).toEqual(before);
    expect(JSON.stringify(rounds)).not.toContain('continues_to');
    expect(JSON.stringify(rounds[1])).not.toContain('query00000');
  });

  test('C40: root -> the Query of round 0; every node is reachable from it', () => {
    const { nodes, edges, root } = joinRounds(session(5));
    expect(root).toBe(QUERY);
    const reached = new EdgeIndex(edges).reachableFrom([QUERY]);
    expect(nodes.filter(({ id }) => !reached.has(id))).toEqual([]);
    expect(nodes).toHaveLength(15);
  });

  test('nothing restored -> an empty trajectory', () => {
    expect(joinRounds([])).toEqual({ nodes: [], edges: [], pointers: [], ends: [], root: null, rounds: [] });
  });

  test('round recorded without knowing an earlier one -> its ids are renamed', () => {
    const zero = startRound(0);
    add(zero, 'State', { predecessors: [QUERY], label: 'x'.repeat(200) });
    const one = startRound(1);
    add(one, 'State', { predecessors: [QUERY], label: 'query00000@1' });
    const last = add(one, 'State', { predecessors: [QUERY], label: 'x'.repeat(200) });
    const { nodes, edges, pointers } = joinRounds([zero.snapshot(), one.snapshot()]);
    const cut = `State(${'x'.repeat(150)}@1)`;
    expect(nodes.slice(2).map(({ id }) => id)).toEqual(['Query(query00000@1)', 'State(query00000@1)', cut]);
    expect(edges).toContainEqual({ from: 'Query(query00000@1)', to: cut, type: 'has_conclusion' });
    expect(pointers).toContain(cut);
    expect(one.pointers).toContain(last);
  });

  test('id renamed to one of its own round -> the next free one', () => {
    const zero = startRound(0);
    const taken = add(zero, 'State', { predecessors: [QUERY], label: 'a' });
    const one = startRound(1, { numbers: zero.numbers });
    for (const label of ['a', 'a@1']) add(one, 'State', { predecessors: [one.root ?? ''], label });
    const { nodes } = joinRounds([zero.snapshot(), one.snapshot()]);
    expect(nodes.map(({ id }) => id)).toEqual([
      QUERY,
      taken,
      'Query(query00001)',
      'State(a@1.2)',
      'State(a@1)',
    ]);
  });

  test('rounds of two agents -> an error that names both', () => {
    const other = new TrajectoryGraph(ownerOf(1, 'writer'));
    expect(() => joinRounds([...session(1), other.snapshot()])).toThrow(/agent.* and .*writer/);
  });
});

describe('numbersAfter', () => {
  test('C14: rounds before -> labels continue after the highest of all', () => {
    const [zero, one] = session(2);
    const numbers = numbersAfter([one!, { ...zero!, numbers: {} }]);
    expect(numbers).toEqual({ Query: 2, Action: 2, State: 2 });
    expect(startRound(2, { numbers }).root).toBe('Query(query00002)');
  });

  test('number of a removed node -> not reused', () => {
    const graph = startRound(0);
    graph.remove(add(graph, 'State', { predecessors: [QUERY] }));
    expect(numbersAfter([graph.snapshot()])).toEqual({ Query: 1, State: 1 });
  });
});

function session(count: number): RoundSnapshot[] {
  const rounds: RoundSnapshot[] = [];
  for (let round = 0; round < count; round += 1) {
    const graph = startRound(round, { numbers: numbersAfter(rounds) });
    const action = add(graph, 'Action', { predecessors: [graph.root ?? ''] });
    add(graph, 'State', { predecessors: [action] });
    rounds.push(graph.snapshot());
  }
  return rounds;
}

function bridges(edges: RoundSnapshot['edges']): string[][] {
  return edges.filter(({ type }) => type === 'continues_to').map(({ from, to }) => [from, to]);
}
