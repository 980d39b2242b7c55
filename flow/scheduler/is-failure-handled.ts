import type { ScheduleGraph } from './graph.js';
import type { NodeFailure } from './node-failure.js';

/** An `error` edge handles a failure, and so does a loop that continues after failed items. */
export function isFailureHandled(graph: ScheduleGraph, { nodeId, iteration }: NodeFailure): boolean {
  // Only nodes in a loop's body have an iteration.
  return iteration !== '' || graph.edges.some(({ from, on }) => from === nodeId && on === 'error');
}
