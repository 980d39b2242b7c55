import type { FlowEdge } from '../definition.js';
import { collect } from '../graph/collect.js';
import { loopBody } from '../graph/loop-body.js';
import { mapPredecessors, type Neighbours } from '../graph/neighbours.js';
import type { FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut } from '../values/shown.js';
import { edgeName } from './subject.js';
import { repeats } from '../kinds/traits.js';

interface Loop {
  id: string;
  body: ReadonlySet<string>;
  returning: ReadonlySet<string>;
}

/** Only items may enter a body, only `next` edges leave it. */
export function checkLoops(graph: FlowGraph): FlowProblem[] {
  const backward = mapPredecessors(graph);
  const loops = graph.nodes
    .filter(({ kind }) => repeats(kind))
    .map(({ id }) => readLoop(graph, { id, backward }));
  return [
    ...loops.filter(({ body }) => body.size === 0).map(({ id }) => withoutBody(id)),
    ...loops.flatMap((loop) => crossings(graph, loop)),
    ...wrongReturns(graph, loops),
  ];
}

function readLoop(graph: FlowGraph, { id, backward }: { id: string; backward: Neighbours }): Loop {
  const returns = graph.edges.filter(({ to, on }) => to === id && on === 'next');
  const returning = collect(
    returns.map(({ from }) => from),
    { along: backward, barred: id },
  );
  return { id, body: loopBody(graph, id), returning };
}

function withoutBody(id: string): FlowProblem {
  const message = `Loop '${cut(id)}' has no body; add an edge with on 'item' to the first node that runs once per item`;
  return { severity: 'error', node: id, message };
}

/** A node that leads back to the loop is in the body. Any other edge out is wrong. */
function crossings({ edges }: FlowGraph, { id, body, returning }: Loop): FlowProblem[] {
  const entering = edges.filter(
    (edge) => edge.on !== 'next' && body.has(edge.to) && !isInside(edge, id, body),
  );
  const shared = new Set(entering.map(({ to }) => to));
  return edges.flatMap((edge): FlowProblem[] => {
    if (edge.on === 'next' || !shared.has(edge.to)) return [];
    const isEntering = !isInside(edge, id, body);
    const name = edgeName(edge);
    if (returning.has(edge.to) && isEntering) {
      const remedy = "only its edges with on 'item' may enter it";
      const message = `Edge '${name}' enters the body of loop '${cut(id)}' from outside; ${remedy}`;
      return [{ severity: 'error', edge: name, message }];
    }
    if (returning.has(edge.to) || isEntering) return [];
    const remedy = "only edges with on 'next' to the loop may leave it, so let the edge come from the loop";
    const message = `Edge '${name}' leaves the body of loop '${cut(id)}'; ${remedy}`;
    return [{ severity: 'error', edge: name, message }];
  });
}

function isInside({ from, on }: FlowEdge, loopId: string, body: ReadonlySet<string>): boolean {
  return body.has(from) || (from === loopId && on === 'item');
}

/** Bodies must lead back to the loop around them, not to an outer one. */
function wrongReturns(graph: FlowGraph, loops: readonly Loop[]): FlowProblem[] {
  // Checks inner loops first, whose bodies are smaller.
  const inwards = [...loops].sort((left, right) => left.body.size - right.body.size);
  return graph.edges.flatMap((edge): FlowProblem[] => {
    if (edge.on !== 'next' || !repeats(graph.byId.get(edge.to)?.kind)) return [];
    const own = inwards.find(({ body }) => body.has(edge.from));
    if (own?.id === edge.to) return [];
    const name = edgeName(edge);
    const where = own ? `in the body of loop '${cut(own.id)}'` : 'in no loop';
    const remedy = own ? `let it lead to '${cut(own.id)}'` : "drop 'on'";
    const message = `Edge '${name}' has on 'next', but node '${cut(edge.from)}' is ${where}; ${remedy}`;
    return [{ severity: 'error', edge: name, field: 'on', message }];
  });
}
