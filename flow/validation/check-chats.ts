import { hasTrait, readTraits } from '../kinds/traits.js';
import type { FlowEdge } from '../definition.js';
import type { FlowNode } from '../kinds/flow-node.js';
import { listRoutes } from '../kinds/switch.js';
import type { FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut } from '../values/shown.js';
import { takesARoute } from './takes-a-route.js';

/** A chat without an answer shows only a generic sentence. */
export function checkChats(graph: FlowGraph): FlowProblem[] {
  if (graph.nodes.some(({ node }) => !node)) return [];
  const walk = { graph, seen: new Map<string, Silence | undefined>() };
  return graph.nodes.flatMap(({ id, node: start }): FlowProblem[] => {
    const silence = hasTrait(start, 'startsChat') && leads(graph, id) ? findSilence(walk, id) : undefined;
    if (!silence) return [];
    const { node, text } = silence;
    const message = `Node '${cut(node)}' ${text}, so a chat that begins with '${cut(id)}' may end without an answer`;
    return [{ severity: 'warning', node, message }];
  });
}

interface Silence {
  node: string;
  text: string;
}

interface Walk {
  graph: FlowGraph;
  /** By node. A cycle counts as answering: another check reports it. */
  seen: Map<string, Silence | undefined>;
}

function findSilence(walk: Walk, id: string): Silence | undefined {
  if (walk.seen.has(id)) return walk.seen.get(id);
  walk.seen.set(id, undefined);
  const node = walk.graph.byId.get(id)?.node;
  const silence = node && silenceAfter(walk, node);
  walk.seen.set(id, silence);
  return silence;
}

function silenceAfter(walk: Walk, node: FlowNode): Silence | undefined {
  const { id } = node;
  if (readTraits(node.kind).says) return undefined;
  const edges = walk.graph.edges.filter(({ from, on }) => from === id && !on);
  if (hasTrait(node, 'choosesRoute')) {
    if (!takesARoute(walk.graph, node))
      return {
        node: id,
        text: "takes no route if no rule holds (set its 'config.fallback' and connect that route to a reply)",
      };
    for (const { route } of listRoutes(node)) {
      const taken = edges.filter((edge) => edge.route === route);
      if (taken.length === 0) return { node: id, text: `has no edge for its route '${cut(route)}'` };
      const silence = anySilence(walk, taken);
      if (silence) return silence;
    }
    return undefined;
  }
  if (edges.length === 0) return { node: id, text: 'is followed by no node that answers (add a reply)' };
  return anySilence(walk, edges);
}

/** One of several parallel branches must answer. */
function anySilence(walk: Walk, edges: readonly FlowEdge[]): Silence | undefined {
  const silences = edges.map(({ to }) => findSilence(walk, to));
  return silences.includes(undefined) ? undefined : silences[0];
}

function leads({ edges }: FlowGraph, id: string): boolean {
  return edges.some(({ from }) => from === id);
}
