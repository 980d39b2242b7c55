import type { FlowEdge } from '../definition.js';
import { collect } from '../graph/collect.js';
import { mapFollowers, type Neighbours } from '../graph/neighbours.js';
import type { FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut, shownNames } from '../values/shown.js';
import { repeats } from '../kinds/traits.js';

/** Checks that at most one last node may run, because an item has one result. */
export function checkResults(graph: FlowGraph): FlowProblem[] {
  const along = mapFollowers(graph);
  return graph.nodes.flatMap(({ id, kind }): FlowProblem[] => {
    if (!repeats(kind)) return [];
    const returns = graph.edges.filter(({ to, on }) => to === id && on === 'next').map(({ from }) => from);
    const both = returns.flatMap((one, index) =>
      returns
        .slice(index + 1)
        .flatMap((other) => (mayBothRun(graph, { one, other, along }) ? [one, other] : [])),
    );
    if (both.length === 0) return [];
    const message = `Loop '${cut(id)}' has one result per item, but several nodes of its body run and lead to its next item: ${shownNames([...new Set(both)])}; connect them to a merge, and the merge to the loop`;
    return [{ severity: 'warning', node: id, message }];
  });
}

interface Pair {
  one: string;
  other: string;
  along: Neighbours;
}

function mayBothRun({ edges }: FlowGraph, { one, other, along }: Pair): boolean {
  const behind = (id: string) => collect([id], { along });
  // An error edge's target runs instead of the next item.
  const leads = (from: string, to: string): boolean =>
    edges.some((edge) => edge.from === from && isOnSuccess(edge) && behind(edge.to).has(to));
  if (leads(one, other) || leads(other, one)) return true;
  return edges.some((left, index) =>
    edges
      .slice(index + 1)
      .some(
        (right) =>
          isTakenWith(left, right) &&
          ((behind(left.to).has(one) && behind(right.to).has(other)) ||
            (behind(left.to).has(other) && behind(right.to).has(one))),
      ),
  );
}

function isTakenWith(left: FlowEdge, right: FlowEdge): boolean {
  if (left.from !== right.from || left.on !== right.on || left.on === 'next') return false;
  return left.route === right.route || left.route === undefined || right.route === undefined;
}

function isOnSuccess({ on }: FlowEdge): boolean {
  return on !== 'error' && on !== 'next';
}
