import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeOrder } from '../../../flow/graph/node-order.js';
import { generatedFlow } from './generated-flow.js';
import { graphOf } from './graph-of.js';

describe('nodeOrder', () => {
  test('branches without a fixed order -> the order of the definition', () => {
    expect(nodeOrder(graphOf('c b a chat join', 'chat a', 'chat b', 'chat c', 'b join', 'a join'))).toEqual(
      'chat c b a join'.split(' '),
    );
  });

  test('the way back of a loop -> ignored', () => {
    const graph = graphOf('after each sum', 'each sum item', 'sum each next', 'each after');
    expect(nodeOrder(graph)).toEqual(['each', 'after', 'sum']);
  });

  test('a cycle -> its nodes and their successors come last', () => {
    expect(nodeOrder(graphOf('a b c d', 'a b', 'b a', 'b c'))).toEqual(['d', 'a', 'b', 'c']);
  });

  test('any flow -> all nodes once, every edge but next leads onward', () => {
    fc.assert(
      fc.property(generatedFlow(), (flow) => {
        const order = nodeOrder(flow);
        expect([...order].sort()).toEqual(flow.nodes.map(({ id }) => id).sort());
        for (const { from, to, on } of flow.edges)
          if (on !== 'next') expect(order.indexOf(from)).toBeLessThan(order.indexOf(to));
      }),
    );
  });
});
