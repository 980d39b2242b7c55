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
  servedId: string;
  purpose: string;
  typedSearchAttributes: TypedSearchAttributes | undefined;
}

/** The upkeep outlives this Workflow. Throws if an upkeep of the same Workflow is running. */
export function startUpkeepChild({
  input,
  servedId,
  purpose,
  typedSearchAttributes,
}: UpkeepChild): Promise<ChildWorkflowHandle<UpkeepWorkflow>> {
  return startChild<UpkeepWorkflow>(UPKEEP_WORKFLOW, {
    args: [input],
    workflowId: upkeepWorkflowId(servedId),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    parentClosePolicy: ParentClosePolicy.ABANDON,
    cancellationType: ChildWorkflowCancellationType.ABANDON,
    staticSummary: fitSummary(`Upkeep of ${purpose}`),
    typedSearchAttributes,
  });
}
