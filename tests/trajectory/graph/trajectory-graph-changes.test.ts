import { describe, expect, test } from 'vitest';
import { TrajectoryGraph } from '../../../trajectory/graph/trajectory-graph.js';
import { add, addNode, CREATED_AT, ownerOf, QUERY, startRound } from '../rounds.js';

describe('modify', () => {
  test('C25: output 35 -> 18 and success -> false: version 1 has the old two only', () => {
    const graph = startRound();
    const attributes = { action: 'sum', output: 35, success: true };
    const id = add(graph, 'Action', { predecessors: [QUERY], attributes });
    const node = graph.modify(id, { output: 18, success: false, action: 'sum' });
    expect(node.attributes).toEqual({ action: 'sum', output: 18, success: false });
    expect(node.versions).toEqual({ 1: { output: 35, success: true } });
    expect(graph.node(id)).toBe(node);
  });

  test('C26: same attribute twice -> versions 1 and 2, and each state can be restored', () => {
    const graph = startRound();
    const before = addNode(graph, 'State', { predecessors: [QUERY], attributes: { goal: 'a' } });
    graph.modify(before.id, { goal: 'b' });
    graph.modify(before.id, { goal: 'c' });
    expect(graph.node(before.id).versions).toEqual({ 1: { goal: 'a' }, 2: { goal: 'b' } });
    expect(graph.stateAt(before.id, 0)).toEqual(before);
    expect(graph.stateAt(before.id, 1).attributes).toEqual({ goal: 'b' });
    expect(graph.stateAt(before.id, 1).versions).toEqual({ 1: { goal: 'a' } });
    expect(graph.stateAt(before.id, 2)).toEqual(graph.node(before.id));
  });

  test('C28: identical values, in another order of names -> no version', () => {
    const graph = startRound();
    const attributes = { params: { a: 1, b: [{ c: null }] } };
    const node = addNode(graph, 'Action', { predecessors: [QUERY], attributes, description: 'd' });
    const same = { params: { b: [{ c: null }], a: 1 }, description: 'd', output: null, success: undefined };
    expect(graph.modify(node.id, same)).toBe(node);
  });

  test('attribute that was missing, and its removal -> null stands for missing', () => {
    const graph = startRound();
    const id = add(graph, 'State', { predecessors: [QUERY] });
    graph.modify(id, { goal: 'a', description: 'd' });
    graph.modify(id, { goal: null, description: null });
    expect(graph.node(id).attributes).toEqual({});
    expect(graph.node(id).versions).toEqual({
      1: { goal: null, description: null },
      2: { goal: 'a', description: 'd' },
    });
    expect(graph.stateAt(id, 1)).toMatchObject({ attributes: { goal: 'a' }, description: 'd' });
  });

  test.each(['path', '__proto__', 'label', 'versions'])(
    'unknown attribute %s -> an error, and nothing changes',
    (name) => {
      const graph = startRound();
      const node = addNode(graph, 'State', { predecessors: [QUERY], attributes: { goal: 'a' } });
      const changes = JSON.parse(`{"goal":"b","${name}":1}`) as Record<string, string>;
      expect(() => graph.modify(node.id, changes)).toThrow(`no attribute '${name}'`);
      expect(graph.node(node.id)).toBe(node);
    },
  );

  test('unknown node -> an error', () => {
    expect(() => startRound().modify('State(nope)', {})).toThrow("'State(nope)' is unknown");
  });
});

describe('stateAt', () => {
  test.each([-1, 1, 0.5, NaN])('version %d, which does not exist -> an error', (version) => {
    expect(() => startRound().stateAt(QUERY, version)).toThrow('Ask for 0 to 0');
  });
});

describe('remove', () => {
  test('C23: pointed State after an Action -> the pointer moves to the Action, the State is removed', () => {
    const graph = startRound();
    const action = add(graph, 'Action', { predecessors: [QUERY] });
    const state = add(graph, 'State', { predecessors: [action] });
    graph.remove(state);
    expect(graph.pointers).toEqual([action]);
    expect(graph.has(state)).toBe(false);
    expect(JSON.stringify(graph.snapshot())).not.toContain(state);
  });

  test('removed data node -> no edge leads to it', () => {
    const graph = startRound();
    graph.remove(add(graph, 'File', { predecessors: [QUERY], edge: 'has_additional_file' }));
    expect(graph.dataReachableFrom(QUERY)).toEqual([]);
  });

  test('node in the middle -> no dangling edge; what only it led to follows from its predecessors', () => {
    const graph = startRound();
    const action = add(graph, 'Action', { predecessors: [QUERY] });
    const file = add(graph, 'File', { predecessors: [action], edge: 'generates' });
    const other = add(graph, 'Action', { predecessors: [QUERY], pointer: 'add' });
    const state = add(graph, 'State', { predecessors: [action, other] });
    graph.remove(action);
    expect(graph.edges).toEqual([
      { from: QUERY, to: other, type: 'triggers' },
      { from: other, to: state, type: 'has_conclusion' },
      { from: QUERY, to: file, type: 'generates' },
    ]);
    expect(graph.pointers).toEqual([state]);
  });

  test("pointed node after a data node -> the pointer moves to the data node's source", () => {
    const graph = startRound();
    const table = add(graph, 'Table', { predecessors: [QUERY], edge: 'has_additional_table' });
    const column = add(graph, 'Column', { predecessors: [table], edge: 'find_relevant_data' });
    const state = add(graph, 'State', { predecessors: [table, column], edge: 'has_conclusion' });
    const action = add(graph, 'Action', { predecessors: [QUERY] });
    graph.remove(state);
    expect(graph.pointers).toEqual([action, QUERY]);
  });

  test('Query with successors -> an error; alone -> the round can begin again', () => {
    const graph = startRound();
    const state = add(graph, 'State', { predecessors: [QUERY] });
    expect(() => graph.remove(QUERY)).toThrow('Remove the other nodes first');
    graph.remove(state);
    graph.remove(QUERY);
    expect(graph.snapshot()).toMatchObject({ nodes: [], edges: [], pointers: [], start: null });
    expect(add(graph, 'Query')).toBe('Query(query00001)');
  });
});

describe('dataReachableFrom', () => {
  test('C22: Query -> Action -> Knowledge and Table, Table -> Column: 3 from the Action', () => {
    const graph = startRound();
    const action = add(graph, 'Action', { predecessors: [QUERY] });
    const knowledge = add(graph, 'Knowledge', { predecessors: [action], edge: 'find_relevant_knowledge' });
    const table = add(graph, 'Table', { predecessors: [action], edge: 'find_relevant_data' });
    const column = add(graph, 'Column', { predecessors: [table], edge: 'find_relevant_data' });
    expect(graph.dataReachableFrom(action).map(({ id }) => id)).toEqual([knowledge, table, column]);
    expect(graph.dataReachableFrom(table).map(({ id }) => id)).toEqual([column]);
  });
});

describe('restore', () => {
  test('C38: nodes, edges, pointers and history -> the same', () => {
    const graph = startRound();
    const action = add(graph, 'Action', { predecessors: [QUERY], attributes: { output: 1 } });
    graph.modify(action, { output: 2 });
    const snapshot = graph.snapshot();
    const restored = TrajectoryGraph.restore(JSON.parse(JSON.stringify(snapshot)) as typeof snapshot);
    expect(restored.snapshot()).toEqual(snapshot);
    expect(restored.stateAt(action, 0)).toEqual(graph.stateAt(action, 0));
  });

  test('only the pointers and the data of a round -> the round continues', () => {
    const graph = startRound();
    const action = add(graph, 'Action', { predecessors: [QUERY] });
    const file = add(graph, 'File', { predecessors: [action], edge: 'generates' });
    const { edges, nodes, ...rest } = graph.snapshot();
    const fragment = { ...rest, nodes: nodes.slice(1), edges: edges.slice(1) };
    const restored = TrajectoryGraph.restore(fragment);
    const state = add(restored, 'State', { predecessors: [action] });
    const next = add(restored, 'Action', { predecessors: [state] });
    restored.connect({ from: next, to: file, type: 'find_relevant_data' });
    expect(restored.pointers).toEqual([next]);
    expect(() => add(restored, 'Query')).toThrow('second Query');
  });

  test('node of another owner, or a start that is not a Query -> an error', () => {
    const { nodes, ...rest } = startRound().snapshot();
    const foreign = nodes.map((node) => ({ ...node, owner: ownerOf(2) }));
    expect(() => TrajectoryGraph.restore({ ...rest, nodes: foreign })).toThrow('belongs to round 2');
    const empty = { ...rest, nodes: [], pointers: [], start: 'State(x)' };
    expect(() => TrajectoryGraph.restore(empty)).toThrow("its start 'State(x)' is not a Query");
  });

  test('snapshot of earlier -> later changes do not reach it', () => {
    const graph = startRound();
    const before = graph.snapshot();
    const copy = structuredClone(before);
    graph.modify(add(graph, 'State', { predecessors: [QUERY] }), { goal: 'x' });
    expect(before).toEqual(copy);
  });
});

describe('new TrajectoryGraph', () => {
  test.each([
    [{ round: -1 }, "Round '-1'"],
    [{ round: 1.5 }, "Round '1.5'"],
    [{ user: 'a\u0000' }, 'The user'],
    [{ subAgent: '\ud800' }, 'The subAgent'],
  ])('owner with %j -> an error', (part, problem) => {
    expect(() => new TrajectoryGraph({ ...ownerOf(1), ...part })).toThrow(problem);
  });

  test('10,000 nodes and 5,000 edges between old ones -> restored as they were, in linear time', () => {
    const graph = startRound();
    let last = add(graph, 'State', { predecessors: [QUERY] });
    const file = add(graph, 'File', { predecessors: [last], edge: 'generates', attributes: { path: 'a' } });
    for (let step = 0; step < 5_000; step += 1) {
      const action = add(graph, 'Action', {
        predecessors: [last],
        attributes: { params: { step } },
        createdAt: CREATED_AT,
      });
      graph.connect({ from: action, to: file, type: 'find_relevant_data' });
      last = add(graph, 'State', { predecessors: [action], attributes: { content: 'so' } });
    }
    expect(TrajectoryGraph.restore(graph.snapshot()).edges).toHaveLength(graph.edges.length);
  });
});
