import { sql, type RawBuilder } from 'kysely';
import { callPurpose } from '../calls/call-purpose.js';
import type { Database } from '../database.js';
import { isInSpan, isInScope, isOfFlows, type HealthScope } from './health-scope.js';

interface SummedHours {
  from: Date;
  to: Date;
}

export interface SummedScope extends HealthScope {
  /** Absent for a single user, because hourly sums are not kept per user. */
  hours?: SummedHours | undefined;
}

const HOUR_MS = 3_600_000;
/** Enough for a month of 60 pairs of a flow and a model. */
export const MAX_DAY_ROWS = 2_000;

/** Reads the remaining hours from rows. */
export async function withSummedHours(db: Database, scope: HealthScope): Promise<SummedScope> {
  if (scope.user !== undefined) return scope;
  const { rows } = await sql<{ through: Date }>`select through from hour_progress`.execute(db);
  const from = Math.ceil(scope.since.getTime() / HOUR_MS) * HOUR_MS;
  const until = Math.floor(scope.until.getTime() / HOUR_MS) * HOUR_MS;
  const to = Math.min(until, rows[0]?.through.getTime() ?? from);
  return from < to ? { ...scope, hours: { from: new Date(from), to: new Date(to) } } : scope;
}

/**
 * With `hasModel`, looks up each turn's model. Without it, the model of turns outside summed hours is empty.
 */
export function selectTurns(
  scope: SummedScope,
  { hasModel = false }: { hasModel?: boolean } = {},
): RawBuilder<unknown> {
  return fromHoursAndRows(scope, {
    table: 'turn_hour',
    column: 'execution.created_at',
    late: sql`execution.id = any(array(select execution_id from late_turn))`,
    sum: (condition) => sumTurns(sql`${condition} and ${isInScope('execution', scope)}`, { hasModel }),
  });
}

export function selectCalls(scope: SummedScope): RawBuilder<unknown> {
  return fromHoursAndRows(scope, {
    table: 'call_hour',
    column: 'call.created_at',
    late: sql`call.execution_id = any(array(select execution_id from late_call))
      and (call.execution_id, call.step) in (select execution_id, step from late_call)`,
    sum: (condition) => sumCalls(sql`${condition} and ${isInScope('execution', scope)}`),
  });
}

/** Passes ids as an array, so that Postgres reads late rows by key. */
function fromHoursAndRows(
  scope: SummedScope,
  source: {
    table: 'turn_hour' | 'call_hour';
    column: string;
    late: RawBuilder<unknown>;
    sum: (condition: RawBuilder<unknown>) => RawBuilder<unknown>;
  },
): RawBuilder<unknown> {
  const { table, column, late, sum } = source;
  const { since, until, hours } = scope;
  if (!hours) return sum(isInSpan(column, scope));
  const parts = [
    sql`select * from ${sql.table(table)}
      where hour >= ${hours.from}::timestamptz and hour < ${hours.to}::timestamptz and ${isOfFlows(table, scope)}`,
    sum(sql`${late} and ${isInSpan(column, { since: hours.from, until: hours.to })}`),
    sum(isInSpan(column, { since, until: hours.from })),
    sum(isInSpan(column, { since: hours.to, until })),
  ];
  return sql.join(parts, sql` union all `);
}

export function sumTurns(
  condition: RawBuilder<unknown>,
  { hasModel = true }: { hasModel?: boolean } = {},
): RawBuilder<unknown> {
  return sql`
    select ${truncToHour('execution.created_at')} as hour, flow_slug, ${hasModel ? LAST_MODEL : sql`''`} as model,
      case when finished_at is null then 'running' else status end as status,
      case when status = 'failed' then coalesce(error_type, 'unknown') else '' end as error_type,
      count(*)::integer as turns, max(finished_at) as last_at
    from execution where root_id is null and ${condition}
    group by 1, 2, 3, 4, 5`;
}

/** The last model of the tree, because an answer may come from a sub-execution. */
const LAST_MODEL = sql`coalesce((
    select call.model from model_call call
    where call.execution_id = execution.id and call.purpose <> 'placed' order by call.step desc limit 1
  ), (
    select call.model from execution below join model_call call on call.execution_id = below.id
    where below.root_id = execution.id and call.purpose <> 'placed' order by call.created_at desc, call.step desc limit 1
  ), '')`;

export function sumCalls(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${truncToHour('call.created_at')} as hour, execution.flow_slug, model, ${callPurpose('call')} as purpose,
      case when call.status = 'failed' or failures > 0 then coalesce(call.error_type, 'unknown') else '' end as error_type,
      count(*)::integer as calls, (count(*) filter (where call.status = 'failed'))::integer as failed,
      sum(input_tokens) as input_tokens, sum(cached_input_tokens) as cached_input_tokens,
      sum(output_tokens) as output_tokens, sum(cost) as cost, (count(*) filter (where cost is null))::integer as unpriced,
      array_agg(first_token_ms) filter (where first_token_ms is not null) as first_token_ms,
      min(call.created_at) as first_at, max(call.created_at) as last_at
    from model_call call join execution on execution.id = call.execution_id
    where call.purpose <> 'placed' and ${condition}
    group by 1, 2, 3, 4, 5`;
}

/** Truncates in UTC, because some time zones have half-hour offsets. */
function truncToHour(column: string): RawBuilder<Date> {
  return sql<Date>`date_trunc('hour', ${sql.ref(column)}, 'UTC')`;
}
