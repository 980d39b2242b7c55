import type { KindGraph } from './graph.js';
import { loopBody } from './loop-body.js';
import { repeats } from '../kinds/traits.js';

export function findLoop(flow: KindGraph, nodeId: string): string | undefined {
  const around = flow.nodes
    .filter(({ kind }) => repeats(kind))
    .map(({ id }) => ({ id, body: loopBody(flow, id) }))
    .filter(({ body }) => body.has(nodeId));
  return around.sort((one, other) => one.body.size - other.body.size)[0]?.id;
}
