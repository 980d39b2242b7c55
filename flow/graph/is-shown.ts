import type { FlowDefinition } from '../definition.js';
import { readTraits } from '../kinds/traits.js';
import { findLoop } from './find-loop.js';
import { reachableFrom } from './reachable-from.js';

/** True if the node's text is streamed to the user. Other texts are intermediate work. */
export function isShown(flow: FlowDefinition, nodeId: string): boolean {
  const kind = flow.nodes.find(({ id }) => id === nodeId)?.kind;
  if (kind === undefined || readTraits(kind).streams !== true) return false;
  const after = reachableFrom(flow, nodeId);
  const isLast = !flow.nodes.some(
    ({ id, kind: other }) => id !== nodeId && after.has(id) && readTraits(other).says !== undefined,
  );
  return isLast && findLoop(flow, nodeId) === undefined;
}
