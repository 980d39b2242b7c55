import {
  CancellationScope,
  ChildWorkflowCancellationType,
  isCancellation,
  ParentClosePolicy,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow';
import { ApplicationFailure, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { EvaluatedNode } from '../../protocol/activities/nodes.js';
import { fitSummary } from '../../protocol/summary-text.js';
import { failureFacts } from '../read-failure-facts.js';
import { refusal } from '../refusal.js';
import { TeamValue } from '../team-value.js';
import type { ExecutionState } from './execution-state.js';
import { startWhenFree } from './start-when-free.js';
import { UnreadablePayload } from '../unreadable-payload.js';

type Start = Extract<EvaluatedNode, { kind: 'workflow' }> & { nodeId: string };

export async function runTeamWorkflow(execution: ExecutionState, start: Start): Promise<unknown> {
  const { type } = start;
  let result: unknown;
  try {
    const { teamStarts } = execution;
    await teamStarts.take();
    const child = await startWhenFree(type, toOptions(start)).finally(() => teamStarts.release());
    result = (await child.result()) as unknown;
  } catch (error) {
    if (CancellationScope.current().consideredCancelled && isCancellation(error)) throw error;
    throw toFailure(start, error);
  }
  if (result instanceof UnreadablePayload)
    throw refusal(
      'Node.Failed',
      `The result of Workflow '${type}' cannot be read: ${result.why ?? 'it is not JSON'}`,
    );
  return result ?? null;
}

function toOptions({ workflowId, type, taskQueue, input, flow, starter, nodeId }: Start) {
  const args = starter ? [input ?? null, starter] : input === undefined ? [] : [input];
  return {
    workflowId,
    taskQueue,
    args: args.map((value) => new TeamValue(value)),
    // A completed Workflow must not run again after a reset.
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
    staticSummary: fitSummary(`${type}, started by node ${nodeId} of ${flow}`),
  };
}

function toFailure({ type, workflowId }: Start, error: unknown): ApplicationFailure {
  if (error instanceof WorkflowExecutionAlreadyStartedError)
    return refusal(
      'Node.Failed',
      `Workflow '${workflowId}' has completed: an earlier run of this execution started it, and it never starts twice`,
    );
  const { isCancelled, type: failureType, message } = failureFacts(error);
  return ApplicationFailure.create({
    type: failureType,
    message: isCancelled ? `Workflow '${type}' was canceled` : `Workflow '${type}' failed: ${message}`,
    nonRetryable: true,
    cause: error instanceof Error ? error : undefined,
  });
}
