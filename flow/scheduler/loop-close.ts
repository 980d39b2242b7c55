import type { NodeFailure } from './node-failure.js';
import type { NodeRun } from './node-run.js';

export type LoopClose = NodeRun &
  (
    | { readonly isFailed: false }
    | { readonly isFailed: true; readonly failedNodeId: string; readonly failedIteration: string }
  );

export function toLoopClose(run: NodeRun, failure: NodeFailure | undefined): LoopClose {
  if (!failure) return { ...run, isFailed: false };
  return { ...run, isFailed: true, failedNodeId: failure.nodeId, failedIteration: failure.iteration };
}
