import type { ScheduleGraph } from './schedule-graph.js';
import type { NodeFailure } from './node-failure.js';

export function isFailureHandled(graph: ScheduleGraph, { nodeId, iteration }: NodeFailure): boolean {
  // Only nodes in a loop's body have an iteration.
  return iteration !== '' || graph.edges.some(({ from, on }) => from === nodeId && on === 'error');
}
