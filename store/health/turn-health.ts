import { sql } from 'kysely';
import type { Database } from '../database.js';
import { isInSpan, isInScope, type HealthScope } from './health-scope.js';
import { MAX_DAY_ROWS, selectTurns, type SummedScope } from './hour-sums.js';
import type { DayTurns, TurnPart, FailureCount, WaitingCounts } from '../../views/health.js';

const MAX_TYPES = 50;
const HOUR_MS = 3_600_000;

export async function countTurns(db: Database, scope: SummedScope & { parts: number }): Promise<TurnPart[]> {
  const { since, until, parts } = scope;
  const partMs = (until.getTime() - since.getTime()) / parts;
  const isSummed = partMs > HOUR_MS;
  const starts = Array.from({ length: parts }, (_, part) => {
    const at = since.getTime() + part * partMs;
    return new Date(isSummed && part > 0 ? Math.floor(at / HOUR_MS) * HOUR_MS : at);
  });
  const turns = isSummed
    ? sql`select hour as at, status, turns from (${selectTurns(scope)}) sums`
    : sql`select created_at as at, case when finished_at is null then 'running' else status end as status, 1 as turns
        from execution
        where root_id is null and ${isInSpan('execution.created_at', scope)} and ${isInScope('execution', scope)}`;
  const { rows } = await sql<TurnPart>`
    with counted as (
      -- The hour of the first rows starts before them.
      select width_bucket(greatest(at, ${since}::timestamptz), ${starts}::timestamptz[]) as part, status, turns
      from (${turns}) turn
    )
    select at, ${count('completed')}, ${count('failed')}, ${count('cancelled')}, ${count('running')}
    from unnest(${starts}::timestamptz[]) with ordinality start (at, number) left join counted on part = number
    group by at order by at`.execute(db);
  return rows;
}

function count(status: keyof TurnPart) {
  return sql`coalesce(sum(turns) filter (where status = ${sql.lit(status)}), 0)::integer as ${sql.ref(status)}`;
}

export async function countFailures(db: Database, scope: SummedScope): Promise<FailureCount[]> {
  const { rows } = await sql<FailureCount>`
    select error_type as type, sum(turns)::integer as count, max(last_at) as "lastAt"
    from (${selectTurns(scope)}) sums where status = 'failed'
    group by 1 order by count desc, type limit ${MAX_TYPES}`.execute(db);
  return rows;
}

export async function countTurnsByDay(db: Database, scope: SummedScope): Promise<DayTurns[]> {
  const { rows } = await sql<DayTurns>`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, flow_slug as flow, nullif(model, '') as model,
      sum(turns)::integer as turns, coalesce(sum(turns) filter (where status = 'failed'), 0)::integer as failed
    from (${selectTurns(scope, { hasModel: true })}) sums
    group by 1, 2, 3 order by day desc, flow, model limit ${MAX_DAY_ROWS}`.execute(db);
  return rows;
}

export async function countWaiting(db: Database, scope: HealthScope): Promise<WaitingCounts> {
  const { rows } = await sql<WaitingCounts>`
    with asked as (
      select count(*)::integer as questions, min(approval.created_at) as oldest
      from approval join execution on execution.id = approval.execution_id
      where approval.status = 'open' and ${isInScope('execution', scope)}
    )
    select count(*) filter (where turn.status = 'queued')::integer as queued,
      count(*) filter (where turn.status = 'running')::integer as running, min(turn.created_at) as "oldestAt",
      (select questions from asked), (select oldest from asked) as "oldestQuestionAt"
    from turn cross join lateral (
      select user_id, flow_slug from conversation where id = turn.conversation_id offset 0) conversation
    where turn.status in ('queued', 'running') and ${isInScope('conversation', scope)}`.execute(db);
  return rows[0] ?? { queued: 0, running: 0, questions: 0, oldestAt: null, oldestQuestionAt: null };
}
