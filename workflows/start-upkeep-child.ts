import {
  ChildWorkflowCancellationType,
  type ChildWorkflowHandle,
  ParentClosePolicy,
  startChild,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow';
import type { TypedSearchAttributes } from '@temporalio/common';
import { upkeepWorkflowId } from '../protocol/ids.js';
import { UPKEEP_WORKFLOW, type UpkeepInput, type UpkeepWorkflow } from '../protocol/messages.js';
import { fitSummary } from '../protocol/summary-text.js';

interface UpkeepChild {
  input: UpkeepInput;
  workflowId: string;
  purpose: string;
  typedSearchAttributes: TypedSearchAttributes | undefined;
}

/** Once begun, it outlives the caller. Throws if one is running. */
export function startUpkeepChild({
  input,
  workflowId,
  purpose,
  typedSearchAttributes,
}: UpkeepChild): Promise<ChildWorkflowHandle<UpkeepWorkflow>> {
  return startChild<UpkeepWorkflow>(UPKEEP_WORKFLOW, {
    args: [input],
    workflowId: upkeepWorkflowId(workflowId),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    parentClosePolicy: ParentClosePolicy.ABANDON,
    cancellationType: ChildWorkflowCancellationType.ABANDON,
    staticSummary: fitSummary(`Upkeep of ${purpose}`),
    typedSearchAttributes,
  });
}
