import { describeModelCall, type EndedModelCall } from '../../../tracing/genai.js';
import { sendSpan } from '../../../tracing/send-span.js';
import { modelCallSpanIds } from '../../../tracing/span-ids.js';
import type { RunningCall } from './running-call.js';

export function traceModelCall(
  { call, startedMs }: { call: RunningCall; startedMs: number },
  end: Omit<EndedModelCall, 'executionId' | keyof RunningCall>,
): void {
  const { workflowId, step, nodeId, model, purpose, manifest, failures } = call;
  sendSpan(() => ({
    ids: modelCallSpanIds(workflowId, step),
    startedAt: new Date(startedMs),
    ...describeModelCall({
      executionId: workflowId,
      step,
      nodeId,
      model,
      purpose,
      manifest,
      failures,
      ...end,
    }),
  }));
}
