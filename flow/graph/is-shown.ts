import type { FlowDefinition } from '../definition.js';
import { readTraits } from '../kinds/traits.js';
import { findLoop } from './find-loop.js';
import { reachableFrom } from './reachable-from.js';

/**
 * Whether what a node says goes to whoever reads the execution's stream: it is the last of its branch to say
 * something, and says it once. The words of the others are work, not an answer.
 */
export function isShown(flow: FlowDefinition, nodeId: string): boolean {
  const kind = flow.nodes.find(({ id }) => id === nodeId)?.kind;
  if (kind === undefined || readTraits(kind).streams !== true) return false;
  const after = reachableFrom(flow, nodeId);
  const isLast = !flow.nodes.some(
    ({ id, kind: other }) => id !== nodeId && after.has(id) && readTraits(other).says !== undefined,
  );
  return isLast && findLoop(flow, nodeId) === undefined;
}
