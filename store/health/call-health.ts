import { sql, type RawBuilder } from 'kysely';
import { callPurpose } from '../calls/call-purpose.js';
import { countUnpriced, sumCost } from '../calls/sum-cost.js';
import type { Database } from '../database.js';
import { isInSpan, isLookedAt, type HealthScope } from './health-scope.js';
import type { ModelHealth, DayUsage, CallFailures, PurposeUsage } from '../../views/health.js';

const MAX_ROWS = 500;

export async function sumByModel(db: Database, scope: HealthScope): Promise<ModelHealth[]> {
  const { rows } = await sql<
    Omit<ModelHealth, 'firstTokenMs'> & { median: number | null; p95: number | null }
  >`
    select model, ${SUMS}, count(*) filter (where call.status = 'failed')::integer as failed,
      percentile_cont(0.5) within group (order by first_token_ms) as median,
      percentile_cont(0.95) within group (order by first_token_ms) as p95
    from ${calls(scope)}
    group by model order by calls desc, model limit ${MAX_ROWS}`.execute(db);
  return rows.map(({ median, p95, ...row }) => ({
    ...row,
    firstTokenMs:
      median === null || p95 === null ? null : { median: Math.round(median), p95: Math.round(p95) },
  }));
}

export async function sumByDay(db: Database, scope: HealthScope): Promise<DayUsage[]> {
  const { rows } = await sql<DayUsage>`
    select to_char(call.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, execution.flow_slug as flow, model, ${SUMS}
    from ${calls(scope)}
    group by 1, 2, 3 order by day desc, flow, model limit ${MAX_ROWS}`.execute(db);
  return rows;
}

/** Inline summaries are a part of their answers, and copies of a fork cost nothing. */
export async function sumByPurpose(db: Database, scope: HealthScope): Promise<PurposeUsage[]> {
  const isWithin = (table: string) => isInSpan(`${table}.created_at`, scope);
  const { rows } = await sql<PurposeUsage>`
    select purpose, ${SUMS} from (
      select ${callPurpose()} as purpose, input_tokens, cached_input_tokens, output_tokens, cost
      from model_call join execution on execution.id = model_call.execution_id
      where model_call.purpose <> 'placed' and ${isWithin('model_call')} and ${isLookedAt('execution', scope)}
      union all
      select 'summary', input_tokens, cached_input_tokens, output_tokens, cost
      from summary join conversation on conversation.id = summary.conversation_id
      where way not in ('inline', 'fork') and ${isWithin('summary')} and ${isLookedAt('conversation', scope)}
      union all
      select 'description', input_tokens, cached_input_tokens, output_tokens, cost
      from portrait join conversation on conversation.id = portrait.conversation_id
      where ${isWithin('portrait')} and ${isLookedAt('conversation', scope)}
      union all
      select 'description', input_tokens, cached_input_tokens, output_tokens, cost
      from portrait join execution on execution.id = portrait.execution_id
      where ${isWithin('portrait')} and ${isLookedAt('execution', scope)}
    ) paid
    group by purpose order by "inputTokens" desc, purpose`.execute(db);
  return rows;
}

export async function listCallFailures(db: Database, scope: HealthScope): Promise<CallFailures[]> {
  const { rows } = await sql<CallFailures>`
    select model, coalesce(call.error_type, 'unknown') as type, count(*)::integer as count,
      min(call.created_at) as "firstAt", max(call.created_at) as "lastAt"
    from ${calls(scope)} and (call.status = 'failed' or call.failures > 0)
    group by 1, 2 order by "lastAt" desc, model, type limit ${MAX_ROWS}`.execute(db);
  return rows;
}

const SUMS = sql`count(*)::integer as calls, sum(input_tokens)::float8 as "inputTokens",
  sum(cached_input_tokens)::float8 as "cachedInputTokens", sum(output_tokens)::float8 as "outputTokens",
  ${sumCost()} as cost, ${countUnpriced()} as "unpricedCalls"`;

function calls(scope: HealthScope): RawBuilder<unknown> {
  return sql`model_call call join execution on execution.id = call.execution_id
    where purpose <> 'placed' and ${isInSpan('call.created_at', scope)} and ${isLookedAt('execution', scope)}`;
}
