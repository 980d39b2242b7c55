import { patched, sleep, workflowInfo, type WorkflowInterceptorsFactory } from '@temporalio/workflow';

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
