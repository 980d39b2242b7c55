import type { FlowEdge } from '../definition.js';
import { isTrigger } from '../kinds/traits.js';
import type { FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut } from '../values/shown.js';
import { edgeName } from './subject.js';

export function checkEvents(graph: FlowGraph): FlowProblem[] {
  return graph.edges.flatMap((edge): FlowProblem[] => {
    const text = eventProblem(edge, graph);
    if (text === undefined) return [];
    const name = edgeName(edge);
    const message = `Edge '${name}' has on '${edge.on}', but ${text}`;
    return [{ severity: 'error', edge: name, field: 'on', message }];
  });
}

function eventProblem({ from, to, on }: FlowEdge, { byId }: FlowGraph): string | undefined {
  const [source, target] = [byId.get(from)?.kind, byId.get(to)?.kind];
  if (on === 'error' && isTrigger(source))
    return `node '${cut(from)}' is a trigger, which cannot fail; drop the edge or let it come from another node`;
  if (on === 'item' && source !== undefined && source !== 'loop')
    return `node '${cut(from)}' is of kind '${cut(source)}'; only a loop has items, so drop 'on'`;
  if (on === 'next' && target !== undefined && target !== 'loop')
    return `node '${cut(to)}' is of kind '${cut(target)}'; only a loop has a next item, so drop 'on'`;
  return undefined;
}
