import type { ScheduleGraph } from './schedule-graph.js';
import type { NodeFailure } from './node-failure.js';

export function isFailureHandled(graph: ScheduleGraph, { nodeId, iteration }: NodeFailure): boolean {
  // A node with an iteration is in a loop, which handles the failure.
  return iteration !== '' || graph.edges.some(({ from, on }) => from === nodeId && on === 'error');
}
