import { isTrigger } from '../../flow/kinds/traits.js';
import type { NodeView } from '../../views/execution.js';
import type { TurnEvent } from './stream-events.js';

const UNTOLD: ReadonlySet<string> = new Set(['pending', 'skipped']);

/** Skips nodes in loops. */
export function createNodeWriter(): (nodes: readonly NodeView[], id: string) => TurnEvent[] {
  const told = new Map<string, string>();
  return (nodes, id) =>
    nodes.flatMap((node) => {
      const { nodeId, kind, status, items, durationMs, waitedMs } = node;
      if (isTrigger(kind) || UNTOLD.has(status) || node.loopId !== null) return [];
      const state = `${status} ${items?.done ?? ''}`;
      if (told.get(nodeId) === state) return [];
      told.set(nodeId, state);
      const event = { type: 'node' as const, id, nodeId, kind, iteration: '', status };
      return [{ ...event, durationMs, waitedMs, items: items ?? undefined }];
    });
}
