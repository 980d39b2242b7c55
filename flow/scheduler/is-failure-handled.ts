import type { ScheduleGraph } from './schedule-graph.js';
import type { NodeFailure } from './node-failure.js';

export function isFailureHandled(graph: ScheduleGraph, { nodeId, iteration }: NodeFailure): boolean {
  // Only a node in a loop's body has an iteration, and the loop handles the failure.
  return iteration !== '' || graph.edges.some(({ from, on }) => from === nodeId && on === 'error');
}
