import { isTrigger } from '../../flow/kinds/traits.js';
import type { NodeView } from '../../views/execution.js';
import type { TurnEvent } from './turn-events.js';

const UNREPORTED: ReadonlySet<string> = new Set(['pending', 'skipped']);

/** Skips nodes in loops. */
export function createNodeWriter(): (nodes: readonly NodeView[], id: string) => TurnEvent[] {
  const reported = new Map<string, string>();
  return (nodes, id) =>
    nodes.flatMap((node) => {
      const { nodeId, kind, status, items, durationMs, waitedMs } = node;
      if (isTrigger(kind) || UNREPORTED.has(status) || node.loopId !== null) return [];
      const state = `${status} ${items?.done ?? ''}`;
      if (reported.get(nodeId) === state) return [];
      reported.set(nodeId, state);
      const event = { type: 'node' as const, id, nodeId, kind, iteration: '', status };
      return [{ ...event, durationMs, waitedMs, items: items ?? undefined }];
    });
}
