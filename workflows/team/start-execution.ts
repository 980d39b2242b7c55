import {
  ChildWorkflowCancellationType,
  ParentClosePolicy,
  startChild,
  uuid4,
  type ChildWorkflowHandle,
} from '@temporalio/workflow';
import { executionWorkflowId } from '../../protocol/ids.js';
import {
  EXECUTION_WORKFLOW,
  type ExecutionResult,
  type ExecutionWorkflow,
  type PlainExecutionInput,
} from '../../protocol/messages.js';
import { fairnessKey } from '../../protocol/fairness-key.js';
import { priorityProblem } from '../../protocol/priority.js';
import { fitSummary } from '../../protocol/summary-text.js';
import { orInvalidId, refusal } from '../refusal.js';

export interface TeamExecution extends Omit<PlainExecutionInput, 'textRef'> {
  /** The last part of the execution's Workflow ID. Default: a new UUID. */
  id?: string;
  /** The Task Queue of Threadline's workers. Default: this Workflow's. */
  taskQueue?: string;
  /** 1 (highest) to 5 (lowest). Default: this Workflow's. */
  priority?: number;
  /** In a backlog, each key gets an equal share of the workers. Default: the user, else this Workflow's. */
  fairnessKey?: string;
}

/**
 * Starts a flow as a child Workflow. Canceling this Workflow cancels it and waits for its end. A failed
 * execution fails `result()` with its type.
 */
export function startExecution({
  id = uuid4(),
  taskQueue,
  priority: priorityKey,
  fairnessKey: share,
  ...input
}: TeamExecution): Promise<ChildWorkflowHandle<ExecutionWorkflow>> {
  const problem = priorityProblem(priorityKey);
  if (problem) throw refusal('Conversation.InvalidTurn', problem);
  const key = share ?? input.user;
  return startChild<ExecutionWorkflow>(EXECUTION_WORKFLOW, {
    workflowId: orInvalidId(() => executionWorkflowId(input.flow, id)),
    taskQueue,
    args: [input],
    priority: { priorityKey, fairnessKey: key && fairnessKey(key) },
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
    staticSummary: fitSummary(input.flow),
  });
}

/**
 * The result contains the first 200 characters of the answer. To read all, call `client.executions.get` with
 * the `executionId` in an Activity.
 */
export async function runExecution(execution: TeamExecution): Promise<ExecutionResult> {
  const child = await startExecution(execution);
  return child.result();
}
