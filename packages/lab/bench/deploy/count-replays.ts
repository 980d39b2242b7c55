import { ThreadedVMWorkflowCreator } from '@temporalio/worker/lib/workflow/threaded-vm.js';

/** Metrics and logs are not per Workflow. */
export function countReplays(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const { prototype } = ThreadedVMWorkflowCreator;
  const create = prototype.createWorkflow;
  prototype.createWorkflow = function (options) {
    const { workflowId, unsafe } = options.info;
    if (unsafe.isReplaying) counts.set(workflowId, (counts.get(workflowId) ?? 0) + 1);
    return create.call(this, options);
  };
  return counts;
}
