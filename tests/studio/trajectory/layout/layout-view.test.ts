import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMPUTATION_TYPES, DATA_TYPES } from '../../../../trajectory/graph/node-types.js';
import type { Rectangle } from '../../../../packages/studio/trajectory/layout/geometry.js';
import { layoutView, type ViewLayout } from '../../../../packages/studio/trajectory/layout/layout-view.js';
import type { TrajectoryView } from '../../../../trajectory/graph/trajectory-view.js';
import { edge, node, sessionView, smallView } from '../../../trajectory/render/views.js';

describe('layoutView', () => {
  test('data that an action touched -> under it, beside its own way on', () => {
    const boxes = boxesOf(layoutView(smallView()));
    const [action, tool] = [boxes.get('Action(action00000)')!, boxes.get('Tool(tool00000)')!];
    expect(tool.x).toBeGreaterThan(action.x);
    expect(tool.y).toBeGreaterThan(action.y + action.height);
    expect(boxes.get('State(state00000)')!.y).toBeGreaterThan(tool.y + tool.height);
  });

  test('calls of one step -> side by side in their order', () => {
    const boxes = boxesOf(layoutView(smallView()));
    const [first, second] = [boxes.get('Action(action00000)')!, boxes.get('Action(action00001)')!];
    expect(first.y).toBe(second.y);
    expect(first.x).toBeLessThan(second.x);
  });

  test('data that a later action touches again -> stays with the first, the later edge is muted', () => {
    const small = smallView();
    const [tool, state] = [small.nodes[3]!, small.nodes[4]!];
    const later = node('Action', 'action00002');
    const { edges } = layoutView({
      ...small,
      nodes: [...small.nodes, later],
      edges: [...small.edges, edge(state, later, 'triggers'), edge(later, tool, 'find_relevant_tool')],
    });
    expect(edges.filter(({ isQuiet }) => isQuiet).map((drawn) => drawn.edge.from)).toEqual([later.id]);
  });

  test('columns of a table -> under the table, further in', () => {
    const [query, table, column] = [node('Query', 'q'), node('Table', 't'), node('Column', 'c')];
    const boxes = boxesOf(
      layoutView({
        nodes: [query, table, column],
        edges: [edge(query, table, 'has_additional_table'), edge(table, column, 'find_relevant_data')],
        pointers: [],
        root: query.id,
      }),
    );
    expect(boxes.get(column.id)!.x).toBeGreaterThan(boxes.get(table.id)!.x);
    expect(boxes.get(column.id)!.y).toBeGreaterThan(boxes.get(table.id)!.y);
  });

  test('rounds -> bands under each other in their order', () => {
    const { bands, height } = layoutView(sessionView(80));
    const ends = bands.map(({ y, height: ofBand }) => y + ofBand);
    expect(bands.map(({ round }) => round)).toEqual(bands.map((_, index) => index + 1));
    for (const [index, { y }] of bands.entries()) if (index > 0) expect(y).toBeGreaterThan(ends[index - 1]!);
    expect(height).toBe(ends.at(-1));
  });

  test('a long round -> no wider than its widest step', () => {
    expect(layoutView(chain(60)).width).toBe(layoutView(chain(3)).width);
  });

  test('any graph -> every node once, in its band, none overlaps another; every edge a path', () => {
    fc.assert(
      fc.property(anyView(), (view) => {
        const layout = layoutView(view);
        expect([...boxesOf(layout).keys()].toSorted()).toEqual(view.nodes.map(({ id }) => id).toSorted());
        for (const { height, boxes } of layout.bands) {
          for (const [index, { box }] of boxes.entries()) {
            expect(box.x >= 0 && box.x + box.width <= layout.width).toBe(true);
            expect(box.y >= 0 && box.y + box.height <= height).toBe(true);
            for (const other of boxes.slice(index + 1)) expect(overlap(box, other.box)).toBe(false);
          }
        }
        expect(layout.edges).toHaveLength(view.edges.length);
        for (const { path } of layout.edges) expect(path).toMatch(/^M[-\d.,]+(?:[VHCQ][-\d., ]+)+$/);
      }),
      { numRuns: 60 },
    );
  });
});

function boxesOf({ bands }: ViewLayout): Map<string, Rectangle> {
  return new Map(bands.flatMap(({ boxes }) => boxes.map(({ id, box }) => [id, box])));
}

function overlap(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function chain(steps: number): TrajectoryView {
  const [query, tool] = [node('Query', 'query'), node('Tool', 'tool')];
  const nodes = [query, tool];
  const edges = [];
  let ends = [query];
  for (let step = 0; step < steps; step++) {
    const state = node('State', `state${step}`);
    const calls = [node('Action', `action${step}a`), node('Action', `action${step}b`)];
    edges.push(...ends.map((end) => edge(end, state, 'has_conclusion')));
    edges.push(
      ...calls.flatMap((call) => [edge(state, call, 'triggers'), edge(call, tool, 'find_relevant_tool')]),
    );
    nodes.push(state, ...calls);
    ends = calls;
  }
  return { nodes, edges, pointers: ends.map(({ id }) => id), root: query.id };
}

function anyView(): fc.Arbitrary<TrajectoryView> {
  const type = fc.constantFrom(...COMPUTATION_TYPES, ...DATA_TYPES);
  return fc
    .array(fc.tuple(type, fc.integer({ min: 1, max: 3 }), fc.array(fc.nat(), { maxLength: 3 })), {
      maxLength: 16,
    })
    .map((plans) => {
      const nodes = plans.map(([kind, round], index) =>
        node(kind, `${index}`, { owner: { ...node(kind, '').owner, round } }),
      );
      const edges = plans.flatMap(([, , from], index) =>
        [...new Set(from.map((number) => number % Math.max(1, index)))]
          .filter((number) => number < index)
          .map((number) => edge(nodes[number]!, nodes[index]!, 'generates')),
      );
      return { nodes, edges, pointers: nodes.slice(-1).map(({ id }) => id), root: nodes[0]?.id ?? null };
    });
}
