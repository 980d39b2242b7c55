import { collect } from '../graph/collect.js';
import { mapFollowers } from '../graph/neighbours.js';
import { isTrigger } from '../kinds/traits.js';
import type { FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut } from '../values/shown.js';

export function checkReachability(graph: FlowGraph): FlowProblem[] {
  const triggers = graph.nodes.filter(({ kind }) => isTrigger(kind)).map(({ id }) => id);
  if (triggers.length === graph.nodes.length)
    return [whole('has no node to run; add one and connect a trigger to it')];
  // Without a trigger, a node of an unknown kind may be meant as one.
  if (triggers.length === 0 && graph.nodes.some(({ kind }) => kind === undefined)) return [];
  if (triggers.length === 0) return [whole("has no trigger; add a node of kind 'chat' or 'manual'")];
  const along = mapFollowers(graph);
  const reached = collect(triggers, { along });
  return [
    ...triggers
      .filter((id) => along.get(id)?.length === 0)
      .map((id) => warning(id, `Trigger '${cut(id)}' leads nowhere; add an edge from it, or drop it`)),
    ...graph.nodes
      .filter(({ id }) => !reached.has(id))
      .map(({ id }) =>
        warning(id, `Node '${cut(id)}' is reached from no trigger; add an edge to it, or drop it`),
      ),
  ];
}

function whole(text: string): FlowProblem {
  return { severity: 'error', field: 'nodes', message: `The flow ${text}` };
}

function warning(node: string, message: string): FlowProblem {
  return { severity: 'warning', node, message };
}
