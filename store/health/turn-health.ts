import { sql } from 'kysely';
import type { Database } from '../database.js';
import { isInSpan, isLookedAt, type HealthScope } from './health-scope.js';
import type { TurnPart, FailureCount, WaitingCounts } from '../../views/health.js';

const MAX_TYPES = 50;

export async function countTurns(db: Database, scope: HealthScope & { parts: number }): Promise<TurnPart[]> {
  const { since, until, parts } = scope;
  const seconds = (until.getTime() - since.getTime()) / 1_000 / parts;
  const { rows } = await sql<TurnPart>`
    with counted as (
      select floor(extract(epoch from execution.created_at - ${since}::timestamptz) / ${seconds}::float8)::integer as part,
        count(*) filter (where status = 'completed')::integer as completed,
        count(*) filter (where status = 'failed')::integer as failed,
        count(*) filter (where status = 'cancelled')::integer as cancelled,
        count(*) filter (where finished_at is null)::integer as running
      from execution
      where root_id is null and ${isInSpan('execution.created_at', scope)} and ${isLookedAt('execution', scope)}
      group by 1
    )
    select ${since}::timestamptz + number * make_interval(secs => ${seconds}::float8) as at,
      coalesce(completed, 0) as completed, coalesce(failed, 0) as failed, coalesce(cancelled, 0) as cancelled,
      coalesce(running, 0) as running
    from generate_series(0, ${parts - 1}::integer) number left join counted on part = number
    order by number`.execute(db);
  return rows;
}

export async function countFailures(db: Database, scope: HealthScope): Promise<FailureCount[]> {
  const { rows } = await sql<FailureCount>`
    select coalesce(error_type, 'unknown') as type, count(*)::integer as count, max(finished_at) as "lastAt"
    from execution
    where root_id is null and status = 'failed' and ${isInSpan('execution.created_at', scope)}
      and ${isLookedAt('execution', scope)}
    group by 1 order by count desc, type limit ${MAX_TYPES}`.execute(db);
  return rows;
}

export async function countWaiting(db: Database, scope: HealthScope): Promise<WaitingCounts> {
  const { rows } = await sql<WaitingCounts>`
    select count(*) filter (where turn.status = 'queued')::integer as queued,
      count(*) filter (where turn.status = 'running')::integer as running, min(turn.created_at) as "oldestAt",
      (select count(*)::integer from approval join execution on execution.id = approval.execution_id
        where approval.status = 'open' and ${isLookedAt('execution', scope)}) as questions
    from turn join conversation on conversation.id = turn.conversation_id
    where turn.status in ('queued', 'running') and ${isLookedAt('conversation', scope)}`.execute(db);
  return rows[0] ?? { queued: 0, running: 0, questions: 0, oldestAt: null };
}
