import type { EndedExecution } from '../../store/execution/finish-execution.js';
import { describeExecution } from '../../tracing/genai.js';
import { sendSpan } from '../../tracing/send-span.js';
import { executionSpanIds } from '../../tracing/span-ids.js';

export function traceExecution(ended: EndedExecution): void {
  const { workflowId: executionId, begun, seconds, flow, status, errorType } = ended;
  if (!begun) return;
  const { flowVersion, usage, askedBy } = begun;
  sendSpan(() => ({
    ids: executionSpanIds(executionId, askedBy),
    startedAt: new Date(Date.now() - seconds * 1_000),
    ...describeExecution({ executionId, flow, flowVersion, status, usage, errorType }),
  }));
}
