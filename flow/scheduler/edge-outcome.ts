import type { FlowEdge } from '../definition.js';
import type { NodeState } from './schedule-state.js';

/** Whether an edge is taken, given where its source stands; `open` while that has not settled. */
export function edgeOutcome(edge: FlowEdge, source: NodeState | undefined): 'open' | 'taken' | 'dead' {
  switch (source?.kind) {
    case 'success':
      return isTakenOnSuccess(edge, source.route) ? 'taken' : 'dead';
    case 'failed':
      return edge.on === 'error' ? 'taken' : 'dead';
    case 'skipped':
      return 'dead';
    default:
      return 'open';
  }
}

function isTakenOnSuccess({ on, route }: FlowEdge, chosen: string | undefined): boolean {
  return on !== 'error' && (route === undefined || route === chosen);
}
