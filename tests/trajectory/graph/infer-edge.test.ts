import { describe, expect, test } from 'vitest';
import { inferEdge } from '../../../trajectory/graph/trajectory-graph.js';
import { DATA_TYPES, NODE_TYPES, type NodeType } from '../../../trajectory/graph/node-types.js';
import { TrajectoryError } from '../../../trajectory/graph/trajectory-error.js';

const INFERRED: readonly (readonly [readonly NodeType[], NodeType, string])[] = [
  [['Query'], 'Action', 'triggers'],
  [['State'], 'Action', 'triggers'],
  [['State', 'State'], 'Action', 'triggers'],
  [['Query'], 'State', 'has_conclusion'],
  [['Action'], 'State', 'has_conclusion'],
  [['Action', 'Action'], 'State', 'has_conclusion'],
  [['State'], 'State', 'has_conclusion'],
  [['Query'], 'Response', 'has_response'],
  [['Action'], 'Response', 'has_response'],
  [['State', 'State'], 'Response', 'has_response'],
];

describe('inferEdge', () => {
  test.each(INFERRED)('C7, C8: %j -> %s is %s', (from, to, edge) => {
    expect(inferEdge(from, to)).toBe(edge);
  });

  test.each([
    [['State', 'Query'], 'Action'],
    [['Action', 'State'], 'State'],
    [['Query', 'Action'], 'Response'],
    [['State', 'File'], 'Action'],
    [[], 'State'],
  ] as const)('mixed or no predecessors %j -> %s: an error that asks for the type', (from, to) => {
    expect(() => inferEdge(from, to)).toThrow(TrajectoryError);
    expect(() => inferEdge(from, to)).toThrow('Give the edge type');
  });

  test.each(DATA_TYPES)('C10: anything -> %s: an error that asks for the type', (type) => {
    for (const from of NODE_TYPES) expect(() => inferEdge([from], type)).toThrow('Give the edge type');
  });

  test('every pair of types that is not in the table -> an error', () => {
    const known = new Set(INFERRED.map(([from, to]) => `${from[0]} ${to}`));
    for (const from of NODE_TYPES)
      for (const to of NODE_TYPES)
        if (!known.has(`${from} ${to}`)) expect(() => inferEdge([from], to)).toThrow(TrajectoryError);
  });
});
