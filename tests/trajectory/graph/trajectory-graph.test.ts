import { describe, expect, test } from 'vitest';
import { TrajectoryError } from '../../../trajectory/graph/trajectory-error.js';
import { TrajectoryGraph } from '../../../trajectory/graph/trajectory-graph.js';
import { add, addNode, CREATED_AT, ownerOf, QUERY, startRound } from '../rounds.js';

describe('register', () => {
  test('C1: first node is an Action -> an error that asks for the query first', () => {
    const graph = new TrajectoryGraph(ownerOf(1));
    expect(() => add(graph, 'Action', { predecessors: [QUERY] })).toThrow('Register the query first');
    expect(graph.nodes).toEqual([]);
  });

  test('C2: second Query in a round -> an error', () => {
    const graph = startRound();
    expect(() => add(graph, 'Query')).toThrow('second Query');
    expect(graph.nodes).toHaveLength(1);
  });

  test('Query after another node -> an error', () => {
    const graph = new TrajectoryGraph(ownerOf(1));
    expect(() => add(graph, 'Query', { predecessors: ['State(x)'] })).toThrow('Begin the round with it');
  });

  test('C4: unknown predecessor -> an error that names it', () => {
    expect(() => add(startRound(), 'State', { predecessors: ['Action(nope)'] })).toThrow(
      "'Action(nope)' is unknown",
    );
  });

  test('C5: malformed predecessor -> an error that names the format', () => {
    expect(() => add(startRound(), 'State', { predecessors: ['Action-nope'] })).toThrow('Type(label)');
  });

  test('no predecessor -> an error', () => {
    expect(() => add(startRound(), 'State')).toThrow('no predecessor');
  });

  test('C7: State -> Action; two States -> Action: one edge each, triggers', () => {
    const graph = startRound();
    const one = add(graph, 'State', { predecessors: [QUERY] });
    const two = add(graph, 'State', { predecessors: [QUERY], pointer: 'add' });
    const action = add(graph, 'Action', { predecessors: [one] });
    const joined = add(graph, 'Action', { predecessors: [one, two, one] });
    expect(graph.edges.slice(2)).toEqual([
      { from: one, to: action, type: 'triggers' },
      { from: one, to: joined, type: 'triggers' },
      { from: two, to: joined, type: 'triggers' },
    ]);
  });

  test('C8: Query -> State -> State, Action -> State: has_conclusion', () => {
    const graph = startRound();
    const state = add(graph, 'State', { predecessors: [QUERY] });
    const action = add(graph, 'Action', { predecessors: [QUERY] });
    const second = add(graph, 'State', { predecessors: [state] });
    const third = add(graph, 'State', { predecessors: [action] });
    expect(graph.edgeType(QUERY, state)).toBe('has_conclusion');
    expect(graph.edgeType(state, second)).toBe('has_conclusion');
    expect(graph.edgeType(action, third)).toBe('has_conclusion');
  });

  test('C10: Action -> Table without a type -> an error; with one -> that one', () => {
    const graph = startRound();
    const action = add(graph, 'Action', { predecessors: [QUERY] });
    expect(() => add(graph, 'Table', { predecessors: [action] })).toThrow('Give the edge type');
    const table = add(graph, 'Table', { predecessors: [action], edge: 'find_relevant_data' });
    expect(graph.edgeType(action, table)).toBe('find_relevant_data');
    expect(table).toBe('Table(table00000)');
  });

  test('C11: explicit type on Query -> Action -> kept', () => {
    const graph = startRound();
    const action = add(graph, 'Action', { predecessors: [QUERY], edge: 'has_conclusion' });
    expect(graph.edgeType(QUERY, action)).toBe('has_conclusion');
  });

  test.each(['continues_to', 'made_up'])('explicit type %s -> an error', (edge) => {
    const graph = startRound();
    expect(() => add(graph, 'State', { predecessors: [QUERY], edge: edge as 'triggers' })).toThrow(
      TrajectoryError,
    );
    expect(graph.nodes).toHaveLength(1);
  });

  test('C13: duplicate explicit label -> an error; of another type -> a node', () => {
    const graph = startRound();
    add(graph, 'State', { predecessors: [QUERY], label: 'plan' });
    expect(() => add(graph, 'State', { predecessors: [QUERY], label: 'plan' })).toThrow(
      "'State(plan)' already exists",
    );
    expect(add(graph, 'Action', { predecessors: [QUERY], label: 'plan' })).toBe('Action(plan)');
  });

  test('C14: restored round has action00000 to 2 -> the new one is action00003', () => {
    const graph = startRound();
    for (const _ of [0, 1, 2]) add(graph, 'Action', { predecessors: [QUERY] });
    const restored = TrajectoryGraph.restore({ ...graph.snapshot(), numbers: {} });
    expect(add(restored, 'Action', { predecessors: [QUERY] })).toBe('Action(action00003)');
  });

  test('label that looks automatic -> the next automatic one comes after it', () => {
    const graph = startRound();
    add(graph, 'Action', { predecessors: [QUERY], label: 'action00007' });
    expect(add(graph, 'Action', { predecessors: [QUERY] })).toBe('Action(action00008)');
  });

  test('numbers too long to continue from -> labels skip those that are taken', () => {
    const graph = startRound(1, { numbers: { Action: 1e15 } });
    add(graph, 'Action', { predecessors: [QUERY], label: `action${1e15}` });
    expect(add(graph, 'Action', { predecessors: [QUERY] })).toBe(`Action(action${1e15 + 1})`);
  });

  test('label of a removed node -> not reused', () => {
    const graph = startRound();
    graph.remove(add(graph, 'State', { predecessors: [QUERY] }));
    expect(add(graph, 'State', { predecessors: [QUERY] })).toBe('State(state00001)');
  });

  test.each(['__proto__', 'constructor', 'toString', 'a"b\\c'])('label %j -> an ordinary node', (label) => {
    const graph = startRound();
    const id = add(graph, 'State', { predecessors: [QUERY], label });
    expect(graph.node(id).label).toBe(label);
    expect(TrajectoryGraph.restore(graph.snapshot()).snapshot()).toEqual(graph.snapshot());
  });

  test.each(['__proto__', 'constructor', 'path', 'description', 'id'])(
    'attribute %s that the type does not have -> an error with the valid ones',
    (name) => {
      const attributes = JSON.parse(`{"${name}":1}`) as Record<string, number>;
      expect(() => add(startRound(), 'State', { predecessors: [QUERY], attributes })).toThrow(
        'Use: description, content',
      );
    },
  );

  test.each([
    ['a function', () => 1],
    ['a big integer', 1n],
    ['a circle', circle()],
    ['100,000 levels', deep(100_000)],
  ])('attribute that is %s -> an error', (_, value) => {
    const attributes = { content: value as string };
    expect(() => add(startRound(), 'State', { predecessors: [QUERY], attributes })).toThrow(
      "'content' is not JSON",
    );
  });

  test('C74: NUL and half surrogate pairs in description and attributes -> removed; quotes and line breaks -> kept', () => {
    const graph = startRound();
    const node = addNode(graph, 'Action', {
      predecessors: [QUERY],
      description: 'say "hi"\n\u0000\ud800',
      attributes: {
        params: { 'a\u0000': ['\udc00x', "it's"], ...(JSON.parse('{"__proto__":"p"}') as object) },
      },
    });
    expect(node.description).toBe('say "hi"\n\ufffd');
    expect(JSON.stringify(node.attributes.params)).toBe(`{"a":["\ufffdx","it's"],"__proto__":"p"}`);
  });

  test('attribute null or undefined -> treated as absent', () => {
    const attributes = { content: null, goal: undefined, belief: 'b' };
    const node = addNode(startRound(), 'State', { predecessors: [QUERY], attributes });
    expect(node.attributes).toEqual({ belief: 'b' });
  });

  test('attributes that the caller changes later -> the node stays unchanged', () => {
    const params = { list: [1] };
    const node = addNode(startRound(), 'Action', { predecessors: [QUERY], attributes: { params } });
    params.list.push(2);
    expect(node.attributes.params).toEqual({ list: [1] });
  });

  test.each(['2026-03-01T10:00:00+01:00', '2026-13-01T10:00:00Z', 'now', ''])(
    'time %j -> an error',
    (createdAt) => {
      expect(() => add(startRound(), 'State', { predecessors: [QUERY], createdAt })).toThrow(
        'not a UTC time',
      );
    },
  );

  test('unknown type -> an error', () => {
    const type = 'constructor' as 'State';
    expect(() => add(startRound(), type, { predecessors: [QUERY] })).toThrow(
      "Node type 'constructor' is unknown",
    );
  });
});

describe('pointers', () => {
  test('Query -> itself, whatever is asked', () => {
    expect(startRound().pointers).toEqual([QUERY]);
    const graph = new TrajectoryGraph(ownerOf(1));
    graph.register({ type: 'Query', createdAt: CREATED_AT, pointer: 'remove' });
    expect(graph.pointers).toEqual([QUERY]);
  });

  test('C16: Query -> Action -> the Action', () => {
    const graph = startRound();
    const action = add(graph, 'Action', { predecessors: [QUERY] });
    expect(graph.pointers).toEqual([action]);
  });

  test('C17: Action added beside the others -> both', () => {
    const graph = startRound();
    const state = add(graph, 'State', { predecessors: [QUERY] });
    const action = add(graph, 'Action', { predecessors: [QUERY], pointer: 'add' });
    expect(graph.pointers).toEqual([state, action]);
  });

  test('C19: two States -> Action: one in place of both', () => {
    const graph = startRound();
    const one = add(graph, 'State', { predecessors: [QUERY] });
    const two = add(graph, 'State', { predecessors: [QUERY], pointer: 'add' });
    const action = add(graph, 'Action', { predecessors: [one, two] });
    expect(graph.pointers).toEqual([action]);
  });

  test("Action that removes its predecessor's pointer -> neither", () => {
    const graph = startRound();
    const one = add(graph, 'State', { predecessors: [QUERY] });
    const two = add(graph, 'State', { predecessors: [QUERY], pointer: 'add' });
    add(graph, 'Action', { predecessors: [one], pointer: 'remove' });
    expect(graph.pointers).toEqual([two]);
  });

  test.each(['replace', 'add', 'remove'] as const)('C20: data node with %s -> unchanged', (pointer) => {
    const graph = startRound();
    add(graph, 'File', { predecessors: [QUERY], edge: 'has_additional_file', pointer });
    expect(graph.pointers).toEqual([QUERY]);
  });
});

describe('connect', () => {
  test('two known nodes -> an edge of the inferred type, and the pointers stay', () => {
    const graph = startRound();
    const one = add(graph, 'State', { predecessors: [QUERY] });
    const two = add(graph, 'State', { predecessors: [QUERY] });
    expect(graph.connect({ from: one, to: two })).toEqual({ from: one, to: two, type: 'has_conclusion' });
    expect(graph.edges).toHaveLength(3);
    expect(graph.pointers).toEqual([one, two]);
  });

  test('C29: edge that would close a cycle -> refused', () => {
    const graph = startRound();
    const one = add(graph, 'State', { predecessors: [QUERY] });
    const action = add(graph, 'Action', { predecessors: [one] });
    const two = add(graph, 'State', { predecessors: [action] });
    expect(() => graph.connect({ from: two, to: one })).toThrow('close a cycle');
    expect(() => graph.connect({ from: two, to: two })).toThrow('close a cycle');
    expect(() => graph.connect({ from: two, to: QUERY, type: 'triggers' })).toThrow('close a cycle');
    expect(graph.edges).toHaveLength(3);
  });

  test('C31: same edge twice -> one edge', () => {
    const graph = startRound();
    const one = add(graph, 'State', { predecessors: [QUERY] });
    graph.connect({ from: QUERY, to: one });
    graph.connect({ from: QUERY, to: one, type: 'has_conclusion' });
    expect(graph.edges).toHaveLength(1);
  });

  test('second type between the same two -> an error that names the first', () => {
    const graph = startRound();
    const file = add(graph, 'File', { predecessors: [QUERY], edge: 'has_additional_file' });
    expect(() => graph.connect({ from: QUERY, to: file, type: 'generates' })).toThrow(
      "by 'has_additional_file' already",
    );
  });

  test('unknown end, or a type reserved for edges between rounds -> an error', () => {
    const graph = startRound();
    const one = add(graph, 'State', { predecessors: [QUERY] });
    const two = add(graph, 'State', { predecessors: [QUERY] });
    expect(() => graph.connect({ from: one, to: 'State(nope)' })).toThrow("'State(nope)' is unknown");
    expect(() => graph.connect({ from: one, to: two, type: 'continues_to' })).toThrow('Join the rounds');
  });
});

function circle(): unknown {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
