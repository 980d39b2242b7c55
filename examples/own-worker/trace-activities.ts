import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { defaultPayloadConverter } from '@temporalio/common';

export interface Span {
  /** The Workflow ID of the first Workflow in the chain. */
  trace: string;
  activity: string;
}

export function traceActivities(report: (span: Span) => void): ActivityInterceptorsFactory {
  return ({ info: { activityType: activity } }) => ({
    inbound: {
      execute(input, next) {
        const { trace } = input.headers;
        if (trace) report({ trace: defaultPayloadConverter.fromPayload(trace), activity });
        return next(input);
      },
    },
  });
}
