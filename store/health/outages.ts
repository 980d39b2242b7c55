import { sql } from 'kysely';
import type { Database } from '../database.js';
import { isInSpan, isLookedAt, type HealthScope } from './health-scope.js';
import type { Outage } from '../../views/health.js';

const AWAY = ['Model.Unavailable', 'Model.RateLimited', 'Model.Authentication'];
const MAX_OUTAGES = 20;

/** An outage ends with a call that succeeds on its first try. */
export async function listOutages(db: Database, scope: HealthScope): Promise<Outage[]> {
  const { rows } = await sql<Outage>`
    with asked as (
      select model, call.created_at, call.finished_at, call.status, coalesce(call.error_type, 'unknown') as type,
        call.failures > 0 and (call.error_type is null or call.error_type = any(${AWAY})) as is_away,
        row_number() over (partition by model order by call.created_at, call.execution_id, call.step) as place
      from model_call call join execution on execution.id = call.execution_id
      where purpose <> 'placed' and (call.status = 'completed' or call.failures > 0)
        and ${isInSpan('call.created_at', scope)} and ${isLookedAt('execution', scope)}
    ), grouped as (
      select *, count(*) filter (where not is_away) over (partition by model order by place) as answered from asked
    ), outage as (
      select model, answered, array_agg(distinct type order by type) as types, count(*)::integer as calls,
        count(*) filter (where status = 'failed')::integer as failed, min(created_at) as since, max(place) as last_place
      from grouped where is_away group by model, answered
      order by max(created_at) desc, model limit ${MAX_OUTAGES}
    )
    select outage.model, types, calls, failed, since,
      case when last.status = 'completed' then last.finished_at else next.created_at end as until
    from outage
    join grouped last on last.model = outage.model and last.place = outage.last_place
    left join grouped next on next.model = outage.model and next.place = outage.last_place + 1
    order by last.created_at desc, outage.model`.execute(db);
  return rows;
}
