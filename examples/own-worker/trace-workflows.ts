import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import { workflowInfo, type WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** Passes the first Workflow's id to all child Workflows and Activities, yours and Threadline's. */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let trace = workflowInfo().workflowId;
  const pass = <Input extends { headers: Headers }>(input: Input): Input => ({
    ...input,
    headers: { ...input.headers, trace: defaultPayloadConverter.toPayload(trace) },
  });
  return {
    inbound: [
      {
        execute(input, next) {
          if (input.headers.trace) trace = defaultPayloadConverter.fromPayload(input.headers.trace);
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(pass(input)),
        scheduleLocalActivity: (input, next) => next(pass(input)),
        startChildWorkflowExecution: (input, next) => next(pass(input)),
      },
    ],
  };
};
