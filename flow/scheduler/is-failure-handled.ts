import type { ScheduleGraph } from './graph.js';
import type { NodeFailure } from './node-failure.js';

/** Whether the schedule goes on when this node fails: by an `error` edge, or by a loop that decides about its item. */
export function isFailureHandled(graph: ScheduleGraph, { nodeId, iteration }: NodeFailure): boolean {
  // Only nodes in the body of a loop run in an iteration.
  return iteration !== '' || graph.edges.some(({ from, on }) => from === nodeId && on === 'error');
}
