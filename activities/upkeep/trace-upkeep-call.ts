import type { StoredAttempt } from '../../store/summaries/adopt-summary.js';
import { describeModelCall, type EndedModelCall } from '../../tracing/genai.js';
import { sendSpan } from '../../tracing/send-span.js';
import { upkeepCallSpanIds } from '../../tracing/span-ids.js';

export interface TracedCall extends Omit<EndedModelCall, 'executionId'> {
  startedMs: number;
}

/** Adds the call to the trace of the turn that it follows. */
export function traceUpkeepCall(traced: TracedCall | undefined, stored: StoredAttempt | undefined): void {
  if (!traced || stored?.executionId == null) return;
  const { startedMs, ...call } = traced;
  const { ordinal, executionId } = stored;
  sendSpan(() => ({
    ids: upkeepCallSpanIds(executionId, { purpose: call.purpose, ordinal }),
    startedAt: new Date(startedMs),
    ...describeModelCall({ executionId, ...call }),
  }));
}
