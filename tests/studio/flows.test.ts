import { describe, expect, test } from 'vitest';
import { flowJsonSchema } from '../../flow/flow-json-schema.js';
import { markProblems, pathTo, readDraft } from '../../packages/studio/flows/read-draft.js';
import { suggestNames, suggestValues, type Schema } from '../../packages/studio/flows/suggest.js';

const SCHEMA = flowJsonSchema() as Schema;
const FLOW = {
  slug: 'helper',
  nodes: [
    { id: 'chat', kind: 'chat' },
    { id: 'agent', kind: 'agent', config: { model: 'openai:m' } },
  ],
  edges: [{ from: 'chat', to: 'agent', on: 'error' }],
};

const words = (list: readonly { word: string }[]): string[] => list.map(({ word }) => word);

describe('suggestNames', () => {
  test('an object -> its missing names, of its own kind alone', () => {
    expect(words(suggestNames(SCHEMA, FLOW, []))).toEqual(expect.arrayContaining(['name', 'budget']));
    expect(words(suggestNames(SCHEMA, FLOW, []))).not.toContain('slug');
    const names = words(suggestNames(SCHEMA, FLOW, ['nodes', 1, 'config']));
    expect(names).toContain('maxSteps');
    expect(names).not.toContain('model');
    expect(names).not.toContain('rules');
    expect(words(suggestNames(SCHEMA, FLOW, ['nodes', 0]))).toEqual(['label']);
  });

  test('a place that is not in the schema -> no names', () => {
    expect(suggestNames(SCHEMA, FLOW, ['nobody', 3, 'config'])).toEqual([]);
  });
});

describe('suggestValues', () => {
  test('a kind -> all kinds, regardless of its value; an event -> all events', () => {
    expect(words(suggestValues(SCHEMA, FLOW, ['nodes', 1, 'kind']))).toEqual(
      expect.arrayContaining(['chat', 'agent', 'switch', 'reply']),
    );
    expect(words(suggestValues(SCHEMA, FLOW, ['edges', 0, 'on']))).toEqual(['error', 'item', 'next']);
  });
});

describe('readDraft', () => {
  test('a text -> the valid part of the graph; invalid JSON -> nothing', () => {
    const { flow } = readDraft(JSON.stringify({ ...FLOW, nodes: [...FLOW.nodes, 7, { id: 3 }] }));
    expect(flow.nodes.map(({ id, kind }) => [id, kind])).toEqual([
      ['chat', 'chat'],
      ['agent', 'agent'],
    ]);
    expect(flow.edges).toEqual([{ from: 'chat', to: 'agent', route: undefined, on: 'error' }]);
    for (const text of ['{"nodes": [', 'null', '[]', '{"nodes": {}}'])
      expect(readDraft(text).flow).toEqual({ nodes: [], edges: [] });
    expect(readDraft('{').definition).toBeUndefined();
  });
});

describe('markProblems', () => {
  test('problems -> each on its node', () => {
    const { nodes } = markProblems(readDraft(JSON.stringify(FLOW)).flow, [
      { node: 'agent', message: 'One' },
      { message: 'Of all' },
    ]);
    expect(nodes.map(({ problems }) => problems)).toEqual([[], ['One']]);
  });
});

describe('pathTo', () => {
  test.each([
    [{ node: 'agent', field: 'config.tools[0]' }, ['nodes', 1, 'config', 'tools', 0]],
    [{ edge: 'chat -> agent', field: 'on' }, ['edges', 0, 'on']],
    [{ field: 'budget.tokens' }, ['budget', 'tokens']],
    [{ node: 'nobody' }, []],
  ])('%j -> %j', (problem, path) => {
    expect(pathTo(FLOW, problem)).toEqual(path);
  });
});
