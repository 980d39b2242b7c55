import type { ExecutionTree } from '../../../views/execution.js';
import type { ModelCallView } from '../../../views/call.js';
import type { Wire } from '../api/wire.js';

export interface Cause {
  /** The Workflow ID of the execution, or of a node or call in it. */
  place: string;
  type: string | null;
  message: string;
}

/** Lists causes from the failed execution to its failed node, that node's failed sub-execution, and so on. */
export function findCauses(tree: Wire<ExecutionTree>): Cause[] {
  const { executionId, errorType, errorMessage } = tree;
  if (errorMessage === null) return [];
  const node = tree.nodes.findLast((one) => one.errorMessage !== null);
  const below = tree.children.findLast(
    (child) => child.errorMessage !== null && (!node || child.parentNodeId === node.nodeId),
  );
  return withoutRepeats([
    { place: executionId, type: errorType, message: errorMessage },
    ...(node?.errorMessage == null
      ? []
      : [{ place: `${executionId} · ${node.nodeId}`, type: node.errorType, message: node.errorMessage }]),
    ...(below ? findCauses(below) : []),
  ]);
}

/** Returns the innermost failed execution, whose calls may explain the failure. */
export function findInnermostFailure(tree: Wire<ExecutionTree>): Wire<ExecutionTree> {
  const below = tree.children.findLast(({ errorMessage }) => errorMessage !== null);
  return below ? findInnermostFailure(below) : tree;
}

export function withCalls(
  causes: readonly Cause[],
  { executionId, calls }: { executionId: string; calls: readonly Wire<ModelCallView>[] },
): Cause[] {
  const failed = calls.filter(({ errorMessage }) => errorMessage !== null);
  return withoutRepeats([
    ...causes,
    ...failed.toReversed().map(({ nodeId, stepInNode, model, errorType: type, errorMessage }) => ({
      place: `${executionId} · ${nodeId} · ${stepInNode} · ${model}`,
      type,
      message: errorMessage ?? '',
    })),
  ]);
}

function withoutRepeats(causes: readonly Cause[]): Cause[] {
  const isSame = (one: Cause, other: Cause | undefined): boolean =>
    one.message === other?.message && one.type === other.type;
  // Of equal texts, keeps the one nearest to the innermost failure.
  return causes.filter((cause, at) => !isSame(cause, causes[at + 1]));
}
