import { patched, sleep, workflowInfo, type WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** An older build may replay a conversation but not an execution, which needs no patch. */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let hasBegun = false;
  return {
    outbound: [
      {
        async startChildWorkflowExecution(input, next) {
          if (workflowInfo().workflowType === 'conversation' && patched('wait-before-turn')) await sleep(1);
          return next(input);
        },
        async scheduleLocalActivity(input, next) {
          const waits = workflowInfo().workflowType === 'execution' && !hasBegun;
          hasBegun = true;
          if (waits) await sleep(1);
          return next(input);
        },
      },
    ],
  };
};
