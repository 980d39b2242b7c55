import type { StoredAttempt } from '../../store/summaries/adopt-summary.js';
import { describeModelCall, type EndedModelCall } from '../../tracing/genai.js';
import { sendSpan } from '../../tracing/send-span.js';
import { upkeepCallSpanIds } from '../../tracing/span-ids.js';

export interface TracedCall extends Omit<EndedModelCall, 'executionId'> {
  startedMs: number;
  /** A longer request that the provider rejected before this one. */
  before?: TracedCall | undefined;
}

/** Joins the trace of the turn that started the upkeep. */
export function traceUpkeepCall(traced: TracedCall | undefined, stored: StoredAttempt | undefined): void {
  if (stored?.executionId == null) return;
  const { ordinal, executionId } = stored;
  for (let [call, later] = [traced, 0]; call; [call, later] = [call.before, later + 1]) {
    const { startedMs, before: _, ...ended } = call;
    sendSpan(() => ({
      ids: upkeepCallSpanIds(executionId, { purpose: ended.purpose, ordinal, later }),
      startedAt: new Date(startedMs),
      ...describeModelCall({ executionId, ...ended }),
    }));
  }
}
