import type { FlowEdge } from '../../../flow/definition.js';
import type { ScheduleGraph, GraphNode } from '../../../flow/scheduler/schedule-graph.js';

/** Edges are `t > a; s >x b; a >error h; l >item b; b >next l`. */
export function graphOf(text: string, loops: Record<string, Partial<GraphNode['loop']>> = {}): ScheduleGraph {
  const edges = text.split(';').map(edgeOf);
  const ids = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const isLoop = (id: string) => edges.some(({ from, on }) => from === id && on === 'item');
  const nodes = [...ids].map((id): GraphNode => {
    if (!isLoop(id)) return { id, kind: 'template' };
    return { id, kind: 'loop', loop: { parallel: 1, onError: 'stop', ...loops[id] } };
  });
  return { nodes, edges };
}

function edgeOf(text: string): FlowEdge {
  const [, from = '', label = '', to = ''] = /^\s*(\w+) >(\w*) (\w+)\s*$/.exec(text) ?? [];
  if (from === '') throw new Error(`'${text}' is not an edge`);
  if (label === '') return { from, to };
  if (label === 'error' || label === 'item' || label === 'next') return { from, to, on: label };
  return { from, to, route: label };
}
