import {
  CancellationScope,
  ChildWorkflowCancellationType,
  isCancellation,
  ParentClosePolicy,
  workflowInfo,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow';
import type { SearchAttributePair } from '@temporalio/common';
import { failureFacts } from '../read-failure-facts.js';
import { EXECUTION_WORKFLOW, type ExecutionWorkflow } from '../../protocol/messages.js';
import {
  CONVERSATION_ID,
  FLOW_SLUG,
  ROOT_EXECUTION_ID,
  toAttributes,
  USER_ID,
} from '../search-attributes.js';
import { fitSummary } from '../../protocol/summary-text.js';
import type { ExecutionState } from './execution-state.js';
import type { FailureFacts } from '../../protocol/failure-facts.js';
import { startWhenFree } from './start-when-free.js';

export interface ChildExecution {
  executionId: string;
  flow: string;
  user: string;
  nodeId: string;
}

/** Throws only if the parent is canceled. */
export async function runChild(
  execution: ExecutionState,
  { executionId, flow, user, nodeId }: ChildExecution,
): Promise<FailureFacts | undefined> {
  try {
    const child = await startWhenFree<ExecutionWorkflow>(EXECUTION_WORKFLOW, {
      workflowId: executionId,
      args: [{ parentId: workflowInfo().workflowId, flow }],
      // After a parent's reset, returns the stored outcome.
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
      parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
      cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
      staticSummary: fitSummary(`${flow}, started by node ${nodeId}`),
      typedSearchAttributes: toAttributes(execution.registered, childAttributes({ flow, user })),
    });
    const { upkeep } = await child.result();
    if (upkeep) execution.leavesWork = true;
    return undefined;
  } catch (error) {
    if (CancellationScope.current().consideredCancelled && isCancellation(error)) throw error;
    // A failure does not show whether work remains, so assumes it.
    execution.leavesWork = true;
    return failureFacts(error);
  }
}

function childAttributes({ flow, user }: { flow: string; user: string }): SearchAttributePair[] {
  const { typedSearchAttributes: own, workflowId } = workflowInfo();
  const conversationId = own.get(CONVERSATION_ID);
  return [
    ...(conversationId ? [{ key: CONVERSATION_ID, value: conversationId }] : []),
    { key: FLOW_SLUG, value: flow },
    ...(user === '' ? [] : [{ key: USER_ID, value: user }]),
    { key: ROOT_EXECUTION_ID, value: own.get(ROOT_EXECUTION_ID) ?? workflowId },
  ];
}
