import type { ScheduleGraph } from './schedule-graph.js';
import type { NodeFailure } from './node-failure.js';

export function isFailureHandled(graph: ScheduleGraph, { nodeId, iteration }: NodeFailure): boolean {
  // With an iteration, the node is in a loop, which handles its failure.
  return iteration !== '' || graph.edges.some(({ from, on }) => from === nodeId && on === 'error');
}
