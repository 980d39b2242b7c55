import type { FlowDefinition } from '../definition.js';
import { findLoop } from './find-loop.js';
import { reachableFrom } from './reachable-from.js';

/** Kinds that say something to the user, or to the nodes after them. */
const SPEAKING: ReadonlySet<string> = new Set(['agent', 'model', 'subflow', 'reply']);

/**
 * Whether what a node says goes to whoever reads the execution's stream: it is the last of its branch to say
 * something, and says it once. The words of the others are work, not an answer.
 */
export function isShown(flow: FlowDefinition, nodeId: string): boolean {
  const kindOf = new Map(flow.nodes.map(({ id, kind }) => [id, kind]));
  const kind = kindOf.get(nodeId);
  if (kind !== 'agent' && kind !== 'model') return false;
  const after = reachableFrom(flow, nodeId);
  const isLast = ![...after].some((id) => id !== nodeId && SPEAKING.has(kindOf.get(id) ?? ''));
  return isLast && findLoop(flow, nodeId) === undefined;
}
