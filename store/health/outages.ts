import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database.js';
import { isInSpan, isInScope, type HealthScope } from './health-scope.js';
import type { Outage } from '../../views/health.js';

const UNAVAILABLE = ['Model.Unavailable', 'Model.RateLimited', 'Model.Authentication'];
const MAX_OUTAGES = 20;
const MAX_CALLS = 2_000;

export async function listOutages(db: Database, scope: HealthScope): Promise<Outage[]> {
  const { rows } = await sql<Outage>`
    with away as materialized (
      select call.model, call.execution_id, call.step, call.created_at, call.finished_at, call.status,
        coalesce(call.error_type, 'unknown') as type
      from ${joinCalls(scope)} and ${isUnavailable}
      order by call.created_at desc limit ${MAX_CALLS}
    ), placed as (
      select *, row_number() over model as place, lag(created_at) over model as before_at,
        lag(execution_id) over model as before_execution, lag(step) over model as before_step
      from away window model as (partition by model order by created_at, execution_id, step)
    ), split as (
      select *, exists (
        select from ${joinCalls(scope)} and ${isAnswer} and call.model = placed.model
          and call.created_at between before_at and placed.created_at
          and ${PLACE} > (before_at, before_execution, before_step)
          and ${PLACE} < (placed.created_at, placed.execution_id, placed.step)
      ) as is_first from placed
    ), grouped as (
      select *, count(*) filter (where is_first) over (partition by model order by place) as number from split
    ), outage as (
      select model, array_agg(distinct type order by type) as types, count(*)::integer as calls,
        count(*) filter (where status = 'failed')::integer as failed, min(created_at) as since, max(place) as last_place
      from grouped group by model, number
      order by max(created_at) desc, model limit ${MAX_OUTAGES}
    )
    select outage.model, types, calls, failed, since,
      case when last.status = 'completed' then last.finished_at else (
        select call.created_at from ${joinCalls(scope)} and ${isAnswer} and call.model = last.model
          and call.created_at >= last.created_at and ${PLACE} > (last.created_at, last.execution_id, last.step)
        order by call.created_at limit 1
      ) end as until
    from outage
    join placed last on last.model = outage.model and last.place = outage.last_place
    order by last.created_at desc, outage.model`.execute(db);
  return rows;
}

const PLACE = sql`(call.created_at, call.execution_id, call.step)`;
/** Must equal the index's condition. */
const isUnavailable = sql`failures > 0 and (call.error_type is null or call.error_type = any(${UNAVAILABLE}))`;
const isAnswer = sql`(call.status = 'completed' or failures > 0) and not (${isUnavailable})`;

/** Starts from the few failed calls, or from a single user's executions. */
export function joinCalls(
  scope: HealthScope,
  isIn = isInSpan('call.created_at', scope),
): RawBuilder<unknown> {
  const joined =
    scope.user === undefined
      ? sql`cross join lateral (
          select user_id, flow_slug from execution where id = call.execution_id offset 0) execution`
      : sql`join execution on execution.id = call.execution_id`;
  return sql`model_call call ${joined}
    where purpose <> 'placed' and ${isIn} and ${isInScope('execution', scope)}`;
}
