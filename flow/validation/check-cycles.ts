import { mapFollowers, type Neighbours } from '../graph/neighbours.js';
import type { FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { shownNames } from '../values/shown.js';

/** Reports one of several cycles with a common node. */
export function checkCycles(graph: FlowGraph): FlowProblem[] {
  const remedy = "drop one of its edges, or repeat its nodes in a loop with an edge on 'next' back to it";
  return findCycles(mapFollowers(graph)).map((cycle) => ({
    severity: 'error',
    node: cycle[0],
    message: `Nodes ${shownNames(cycle)} form a cycle; ${remedy}`,
  }));
}

function findCycles(followers: Neighbours): (readonly string[])[] {
  const finished = new Set<string>();
  const inCycle = new Set<string>();
  const cycles: (readonly string[])[] = [];
  for (const start of followers.keys()) {
    const path: { id: string; left: string[] }[] = [];
    const onPath = new Set<string>();
    const enter = (id: string) => {
      onPath.add(id);
      path.push({ id, left: [...(followers.get(id) ?? [])].reverse() });
    };
    if (!finished.has(start)) enter(start);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.left.pop();
      if (next === undefined) {
        path.pop();
        onPath.delete(top.id);
        finished.add(top.id);
      } else if (onPath.has(next)) {
        const ids = path.map(({ id }) => id);
        const cycle = ids.slice(ids.indexOf(next));
        if (!cycle.some((id) => inCycle.has(id))) cycles.push(cycle);
        cycle.forEach((id) => inCycle.add(id));
      } else if (!finished.has(next)) enter(next);
    }
  }
  return cycles;
}
