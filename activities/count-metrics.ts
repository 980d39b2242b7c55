import { countSentByKind } from '../context/explain/count-sent-by-kind.js';
import type { ToolOutput } from '../context/message/entries.js';
import type { ContextManifest } from '../context/manifest/manifest.js';
import type { EndedExecution } from '../store/execution/finish-execution.js';
import type { CallPurpose } from '../protocol/call-purpose.js';
import { metrics } from '../telemetry/metrics/metric-registry.js';

export function countEnd({ kind, flow, status, errorType = 'Unknown', seconds }: EndedExecution): void {
  if (kind === 'turn') {
    metrics.count('threadline_turns_total', { flow, status });
    metrics.observe('threadline_turn_duration_seconds', { flow }, seconds);
  } else metrics.count('threadline_executions_total', { flow, kind, status });
  if (status === 'failed' && kind !== 'sub-execution')
    metrics.count('threadline_failures_total', { flow, type: errorType });
}

export function countModelCall(call: {
  model: string;
  purpose: CallPurpose;
  inputTokens: number;
  outputTokens: number;
  cost: string | null;
}): void {
  const { model, purpose, inputTokens, outputTokens, cost } = call;
  metrics.count('threadline_model_calls_total', { model, purpose });
  metrics.count('threadline_tokens_total', { model, purpose, direction: 'input' }, inputTokens);
  metrics.count('threadline_tokens_total', { model, purpose, direction: 'output' }, outputTokens);
  if (cost !== null) metrics.count('threadline_cost_usd_total', { model, purpose }, Number(cost));
}

export function countFirstToken(labels: { flow: string; model: string }, ms: number): void {
  metrics.observe('threadline_time_to_first_token_seconds', labels, ms / 1_000);
}

export function countContext(manifest: ContextManifest): void {
  for (const [kind, tokens] of countSentByKind(manifest))
    metrics.count('threadline_context_tokens_total', { kind }, Math.max(0, tokens));
}

export function observePaceWait(provider: string, ms: number): void {
  metrics.observe('threadline_pace_wait_seconds', { provider }, ms / 1_000);
}

export function countPaceRejection(provider: string): void {
  metrics.count('threadline_pace_rejections_total', { provider });
}

export function countFallback(labels: { model: string; fallback: string }): void {
  metrics.count('threadline_fallbacks_total', labels);
}

export function countToolCall(tool: string, { type }: ToolOutput): void {
  const ended = type.startsWith('error') ? 'error' : 'ok';
  const status = type === 'execution-denied' ? 'denied' : ended;
  metrics.count('threadline_tool_calls_total', { tool, status });
}

export function countModelFailure(model: string, type: string): void {
  metrics.count('threadline_model_failures_total', { model, type });
}

export function countCompaction(status: string): void {
  metrics.count('threadline_compactions_total', { status });
}

export function countSummary(summary: { way: string; status: string }): void {
  metrics.count('threadline_summaries_total', summary);
}

export function countUnrecorded(): void {
  metrics.count('threadline_unrecorded_steps_total', {});
}

export function countUnexported(): void {
  metrics.count('threadline_unexported_rounds_total', {});
}

export function countDescription(status: string): void {
  metrics.count('threadline_descriptions_total', { status });
}
