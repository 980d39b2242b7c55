import { patched, sleep, workflowInfo, type WorkflowInterceptorsFactory } from '@temporalio/workflow';

/**
 * Makes the Workflows of a later release out of today's. A conversation waits a moment before each turn, behind a patch.
 * An execution waits before its first Activity, without a patch: no older build may replay it.
 */
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
