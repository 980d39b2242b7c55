import { metricMeter } from '@temporalio/activity';
import type { FinalStatus } from '../protocol/status.js';

export function countTurn(status: FinalStatus): void {
  metricMeter.createCounter('threadline_turns', '1', 'Executions that ended').add(1, { status });
}

export function countModelCall(call: {
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** USD, as a decimal; an unknown cost (null) is not counted. */
  cost: string | null;
  firstTokenMs: number | null;
}): void {
  const { model } = call;
  const tokens = metricMeter.createCounter(
    'threadline_tokens',
    'token',
    "Tokens by the provider's own count",
  );
  tokens.add(call.inputTokens, { model, direction: 'input' });
  tokens.add(call.outputTokens, { model, direction: 'output' });
  // Counters are integers, and a call often costs less than a cent.
  if (call.cost !== null)
    metricMeter
      .createCounter('threadline_cost_micro_usd', 'microUSD', 'Cost of model calls in millionths of a dollar')
      .add(Math.round(Number(call.cost) * 1e6), { model });
  if (call.firstTokenMs !== null)
    metricMeter
      .createHistogram('threadline_time_to_first_token', 'int', 'ms', 'From the request to the first token')
      .record(call.firstTokenMs, { model });
}

export function countModelFailure(model: string, type: string): void {
  metricMeter.createCounter('threadline_model_failures', '1', 'Failed model calls').add(1, { model, type });
}

export function countCompaction(status: string): void {
  metricMeter
    .createCounter('threadline_compactions', '1', 'Attempts to compact a history')
    .add(1, { status });
}

export function countSummary(summary: { way: string; status: string }): void {
  metricMeter
    .createCounter('threadline_summaries', '1', 'Attempts to summarize a thread')
    .add(1, { ...summary });
}

/** Such a step is recorded after the turn. */
export function countUnrecorded(): void {
  metricMeter
    .createCounter('threadline_unrecorded_steps', '1', 'Steps that a trajectory took in late')
    .add(1);
}

export function countUnexported(): void {
  metricMeter
    .createCounter('threadline_unexported_rounds', '1', 'Rounds that were not written to their files')
    .add(1);
}

export function countPortraits(portraits: { status: string }): void {
  metricMeter
    .createCounter('threadline_portrait_calls', '1', 'Calls that described what agents touched')
    .add(1, { ...portraits });
}
