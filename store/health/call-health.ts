import { sql } from 'kysely';
import { knownCost } from '../sum-cost.js';
import type { Database } from '../database.js';
import { isInSpan, isInScope } from './health-scope.js';
import { MAX_DAY_ROWS, selectCalls, type SummedScope } from './hour-sums.js';
import type { ModelHealth, DayUsage, CallFailures, PurposeUsage } from '../../views/health.js';

const MAX_ROWS = 500;

export async function sumByModel(db: Database, scope: SummedScope): Promise<ModelHealth[]> {
  const { rows } = await sql<Omit<ModelHealth, 'firstTokenMs'> & { times: [number, number] | null }>`
    with sums as materialized (${selectCalls(scope)})
    select model, ${SUMS}, sum(failed)::integer as failed, (
      select percentile_cont(array[0.5, 0.95]) within group (order by ms)
      from sums own cross join unnest(first_token_ms) ms where own.model = sums.model
    ) as times
    from sums
    group by model order by calls desc, model limit ${MAX_ROWS}`.execute(db);
  return rows.map(withTimes);
}

function withTimes<Row extends { times: [number, number] | null }>({ times, ...row }: Row) {
  return { ...row, firstTokenMs: times && { median: Math.round(times[0]), p95: Math.round(times[1]) } };
}

export async function sumByDay(db: Database, scope: SummedScope): Promise<DayUsage[]> {
  const { rows } = await sql<Omit<DayUsage, 'firstTokenMs'> & { times: [number, number] | null }>`
    with sums as materialized (
      select *, to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day from (${selectCalls(scope)}) hours
    ), timed as (
      select day, flow_slug, model, percentile_cont(array[0.5, 0.95]) within group (order by ms) as times
      from sums cross join unnest(first_token_ms) ms group by 1, 2, 3
    )
    select day, flow_slug as flow, model, ${SUMS}, min(times) as times
    from sums left join timed using (day, flow_slug, model)
    group by 1, 2, 3 order by day desc, flow, model limit ${MAX_DAY_ROWS}`.execute(db);
  return rows.map(withTimes);
}

/** Omits inline summaries, part of their answers, and a fork's free copies. */
export async function sumByPurpose(db: Database, scope: SummedScope): Promise<PurposeUsage[]> {
  const isWithin = (table: string) => isInSpan(`${table}.created_at`, scope);
  const one = sql`1 as calls, input_tokens, cached_input_tokens, output_tokens, cost,
    case when cost is null then 1 else 0 end as unpriced`;
  const { rows } = await sql<PurposeUsage>`
    select purpose, ${SUMS} from (
      select purpose, calls, input_tokens, cached_input_tokens, output_tokens, cost, unpriced
      from (${selectCalls(scope)}) sums
      union all
      select 'summary', ${one}
      from summary join conversation on conversation.id = summary.conversation_id
      where way not in ('inline', 'fork') and ${isWithin('summary')} and ${isInScope('conversation', scope)}
      union all
      select 'description', ${one}
      from portrait join conversation on conversation.id = portrait.conversation_id
      where ${isWithin('portrait')} and ${isInScope('conversation', scope)}
      union all
      select 'description', ${one}
      from portrait join execution on execution.id = portrait.execution_id
      where ${isWithin('portrait')} and ${isInScope('execution', scope)}
    ) paid
    group by purpose order by "inputTokens" desc, purpose`.execute(db);
  return rows;
}

export async function listCallFailures(db: Database, scope: SummedScope): Promise<CallFailures[]> {
  const { rows } = await sql<CallFailures>`
    select model, error_type as type, sum(calls)::integer as count, min(first_at) as "firstAt", max(last_at) as "lastAt"
    from (${selectCalls(scope)}) sums
    where error_type <> ''
    group by 1, 2 order by "lastAt" desc, model, type limit ${MAX_ROWS}`.execute(db);
  return rows;
}

const SUMS = sql`sum(calls)::integer as calls, sum(input_tokens)::float8 as "inputTokens",
  sum(cached_input_tokens)::float8 as "cachedInputTokens", sum(output_tokens)::float8 as "outputTokens",
  ${knownCost({ known: sql`sum(cost)`, unpriced: sql`sum(unpriced)` })} as cost, sum(unpriced)::integer as "unpricedCalls"`;
