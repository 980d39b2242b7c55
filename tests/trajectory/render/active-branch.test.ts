import { describe, expect, test } from 'vitest';
import { activeBranch } from '../../../trajectory/render/active-branch.js';
import { edge, node, smallView } from './views.js';

describe('activeBranch', () => {
  test('a pointer -> the path to it from the root, without data and dead ends', () => {
    const view = smallView();
    const branch = activeBranch(view);
    expect([...branch.nodes].sort()).toEqual([
      'Action(action00000)',
      'Query(query00000)',
      'State(state00000)',
    ]);
    expect(view.edges.map((one) => branch.has(one))).toEqual([true, false, false, true]);
  });

  test('data bridged to the next question -> no path', () => {
    const first = smallView();
    const next = node('Query', 'query00001', { round: 2 });
    const tool = first.nodes[3]!;
    const bridges = [first.nodes[4]!, tool].map((leaf) => edge(leaf, next, 'continues_to'));
    const branch = activeBranch({
      nodes: [...first.nodes, next],
      edges: [...first.edges, ...bridges],
      pointers: [next.id],
      root: first.root,
    });
    expect(branch.nodes.has(tool.id)).toBe(false);
    expect(bridges.map((one) => branch.has(one))).toEqual([true, false]);
  });

  test('a pointer that the root does not reach -> itself', () => {
    const view = { ...smallView(), root: null };
    expect([...activeBranch(view).nodes]).toEqual(view.pointers);
  });
});
