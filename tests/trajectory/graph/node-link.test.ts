import { describe, expect, test } from 'vitest';
import { fromNodeLink, toMeta, toNodeLink } from '../../../trajectory/graph/node-link.js';
import { TrajectoryError } from '../../../trajectory/graph/trajectory-error.js';
import { TrajectoryGraph } from '../../../trajectory/graph/trajectory-graph.js';
import type { RoundSnapshot } from '../../../trajectory/graph/trajectory-view.js';
import { add, CREATED_AT, ownerOf, QUERY, startRound } from '../rounds.js';

const ACTION = 'Action(action00000)';

describe('toNodeLink', () => {
  test('a round -> node-link JSON of its own nodes and edges', () => {
    expect(toNodeLink(round())).toEqual({
      directed: true,
      multigraph: false,
      graph: { owner: ownerOf(1), numbers: { Query: 1, Action: 1 } },
      nodes: [
        expect.objectContaining({
          id: QUERY,
          type: 'Query',
          label: 'query00000',
          attributes: {},
          versions: {},
        }),
        {
          id: ACTION,
          type: 'Action',
          label: 'action00000',
          createdAt: CREATED_AT,
          description: null,
          attributes: { output: 18 },
          versions: { 1: { output: 35, description: 'sum' } },
        },
      ],
      links: [{ source: QUERY, target: ACTION, type: 'triggers' }],
    });
  });
});

describe('toMeta', () => {
  test('a round -> its start and pointers', () => {
    expect(toMeta(round())).toEqual({ start: QUERY, pointers: [ACTION] });
  });
});

describe('fromNodeLink', () => {
  test('C38: a written round -> the same nodes, edges, pointers and history', () => {
    const snapshot = round();
    expect(fromNodeLink(...written(snapshot))).toEqual(snapshot);
    expect(TrajectoryGraph.restore(fromNodeLink(...written(snapshot))).snapshot()).toEqual(snapshot);
  });

  test('a round that has not begun -> read back unchanged', () => {
    const snapshot = new TrajectoryGraph(ownerOf(3)).snapshot();
    expect(fromNodeLink(...written(snapshot))).toEqual(snapshot);
  });

  test('texts that Postgres refuses, in attributes and versions -> made well-formed', () => {
    const [json, meta] = written(round());
    Object.assign(json.nodes[1]!, {
      description: 'a\u0000',
      attributes: { output: '\ud800', params: null },
      versions: { 1: { output: { '\u0000': 'x\u0000' }, description: '\udc00' } },
    });
    expect(fromNodeLink(json, meta).nodes[1]).toMatchObject({
      description: 'a',
      attributes: { output: '\ufffd' },
      versions: { 1: { output: { '': 'x' }, description: '\ufffd' } },
    });
    expect(fromNodeLink(json, meta).nodes[1]?.attributes).not.toHaveProperty('params');
  });

  test.each<[string, (json: JsonValue, meta: JsonValue) => unknown, string]>([
    ['no object', () => [null, {}], 'The graph file of a round is damaged'],
    ['no meta', (json) => [json, 'x'], 'The meta file of a round is damaged'],
    ['undirected', (json, meta) => [{ ...json, directed: false }, meta], "'directed'"],
    ['a multigraph', (json, meta) => [{ ...json, multigraph: true }, meta], "'multigraph'"],
    ['another type of node', changed('nodes.1.type', 'Verb'), "'nodes.1.type'"],
    ['another type of edge', changed('links.0.type', 'made_up'), "'links.0.type'"],
    ['a bridge', changed('links.0.type', 'continues_to'), 'Join the rounds'],
    ['a time that is none', changed('nodes.1.createdAt', 'now'), 'not a UTC time'],
    ['a label of another id', changed('nodes.1.label', 'x'), "does not fit the label 'x'"],
    ['a label with a line break', changed('nodes.1.label', 'a\nb'), 'line break'],
    ['an unknown attribute', changed('nodes.1.attributes.constructor', 1), "no attribute 'constructor'"],
    ['an unknown old attribute', changed('nodes.1.versions.1.label', 1), "no attribute 'label'"],
    ['a version too many', changed('nodes.1.versions.3', {}), 'no version 2'],
    ['a version that is not a number', changed('nodes.1.versions.x', {}), 'no version 2'],
    ['a description that is not a text, of old', changed('nodes.1.versions.1.description', 1), 'not a text'],
    ['attributes that are a list', changed('nodes.1.attributes', []), "'nodes.1.attributes'"],
    ['a node twice', (json, meta) => [{ ...json, nodes: [...json.nodes, json.nodes[1]] }, meta], 'twice'],
    ['an edge to nowhere', changed('links.0.target', 'Action(nope)'), "names 'Action(nope)'"],
    ['an edge to the Query', changed('links.0', link(ACTION, QUERY)), 'leads to its Query'],
    ['an edge to itself', changed('links.1', link(ACTION, ACTION)), 'cycle'],
    ['two types of one edge', changed('links.1', link(QUERY, ACTION)), 'in two ways'],
    ['a number that is none', changed('graph.numbers.Action', -1), "next number '-1'"],
    ['numbers of another type', changed('graph.numbers.Verb\n', 1), "'graph.numbers'"],
    ['a round that is none', changed('graph.owner.round', -1), "Round '-1'"],
    ['an owner with NUL', changed('graph.owner.user', 'a\u0000'), 'The user'],
    ['another start', changed('start', 'Query(query00009)'), 'is not its start'],
    ['no start', changed('start', null), 'is not its start'],
    ['a start that is not a Query', changed('start', ACTION), 'is not its start'],
    ['a pointer to nowhere', changed('pointers.0', 'State(nope)'), "pointer 'State(nope)'"],
  ])('a file with %s -> an error of one line with the reason', (_, damage, problem) => {
    const [json, meta] = damage(...written(round())) as [unknown, unknown];
    const error = caught(() => fromNodeLink(json, meta));
    expect(error).toBeInstanceOf(TrajectoryError);
    expect(error.message).toContain(problem);
    expect(error.message).not.toContain('\n');
  });

  test('a circle of nodes that the Query does not reach -> an error', () => {
    const graph = startRound();
    const [one, two] = [0, 1].map(() => add(graph, 'State', { predecessors: [QUERY] }));
    const [json, meta] = written(graph.snapshot());
    json.links = [link(one!, two!), link(two!, one!)];
    expect(() => fromNodeLink(json, meta)).toThrow('cycle');
  });

  test('a file of names from the prototype -> refused or ignored, and nothing is polluted', () => {
    const [json, meta] = written(round());
    const names = '"__proto__":{"x":1},"attributes":{"__proto__":{"y":1}}';
    const hostile = JSON.stringify(json).replace('"attributes":{}', names);
    expect(hostile).toContain(names);
    const [first] = fromNodeLink(JSON.parse(hostile), meta).nodes;
    expect(first).not.toHaveProperty('x');
    expect(first?.attributes).not.toHaveProperty('y');
    expect({}).not.toHaveProperty('x');
  });
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type JsonValue = any;

function round(): RoundSnapshot {
  const graph = startRound();
  const id = add(graph, 'Action', { predecessors: [QUERY], attributes: { output: 35 }, description: 'sum' });
  graph.modify(id, { output: 18, description: null });
  return graph.snapshot();
}

function written(snapshot: RoundSnapshot): [ReturnType<typeof toNodeLink>, ReturnType<typeof toMeta>] {
  return JSON.parse(JSON.stringify([toNodeLink(snapshot), toMeta(snapshot)])) as ReturnType<typeof written>;
}

function link(source: string, target: string) {
  return { source, target, type: 'has_conclusion' as const };
}

function changed(path: string, value: unknown) {
  return (json: JsonValue, meta: JsonValue): [JsonValue, JsonValue] => {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const file = (names[0] ?? last) in meta ? meta : json;
    const place = names.reduce((inner, name) => inner[name], file);
    place[last] = value;
    return [json, meta];
  };
}

function caught(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('Nothing was thrown');
}
