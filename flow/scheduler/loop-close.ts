import type { NodeFailure } from './node-failure.js';
import type { NodeRun } from './node-run.js';

/** A loop with nothing left to run, under the ordinal of its start; a failed one names what made it fail. */
export type LoopClose = NodeRun &
  (
    | { readonly isFailed: false }
    | { readonly isFailed: true; readonly failedNodeId: string; readonly failedIteration: string }
  );

/** Describes a loop that is to be closed; with a failure it is to be reported as failed. */
export function toLoopClose(run: NodeRun, failure: NodeFailure | undefined): LoopClose {
  if (failure === undefined) return { ...run, isFailed: false };
  return { ...run, isFailed: true, failedNodeId: failure.nodeId, failedIteration: failure.iteration };
}
