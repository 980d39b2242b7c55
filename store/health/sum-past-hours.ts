import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database.js';
import { sumCalls, sumTurns } from './hour-sums.js';

/** Idempotent. Adds calls and turns that end later. */
export async function sumPastHours(db: Database): Promise<void> {
  while (await sumNextDay(db));
}

/** Sums an hour only an hour later, after its last commits. */
async function sumNextDay(db: Database): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`
      insert into hour_progress (through)
      select date_trunc('hour', coalesce(
        (select created_at from execution order by id limit 1), now()) - interval '2 hours', 'UTC')
      where not exists (select from hour_progress)
      on conflict do nothing`.execute(trx);
    const { rows } = await sql<{ through: Date; next: Date }>`
      select through, least(date_trunc('hour', now() - interval '1 hour', 'UTC'), through + interval '1 day') as next
      from hour_progress for update`.execute(trx);
    const [hours] = rows;
    if (!hours) return false;
    if (hours.next <= hours.through) {
      await sumLate(trx);
      return false;
    }
    await sumHours(trx, hours);
    await sql`update hour_progress set through = ${hours.next}::timestamptz`.execute(trx);
    return true;
  });
}

/** One statement per table, so that no row that ends meanwhile is missed. */
async function sumHours(
  trx: DatabaseTransaction,
  { through, next }: { through: Date; next: Date },
): Promise<void> {
  const isIn = (column: string) =>
    sql`${sql.ref(column)} >= ${through}::timestamptz and ${sql.ref(column)} < ${next}::timestamptz`;
  const isTurn = isIn('execution.created_at');
  const isCall = isIn('call.created_at');
  await sql`
    with late as (
      insert into late_turn (execution_id)
      select id from execution where root_id is null and ${isTurn} and finished_at is null
    )
    ${addTurns(sumTurns(sql`${isTurn} and finished_at is not null`))}`.execute(trx);
  await sql`
    with late as (
      insert into late_call (execution_id, step)
      select execution_id, step from model_call call where purpose <> 'placed' and ${isCall} and finished_at is null
    )
    ${addCalls(sumCalls(sql`${isCall} and call.finished_at is not null`))}`.execute(trx);
}

/** Skips rows that were deleted before they ended. */
async function sumLate(trx: DatabaseTransaction): Promise<void> {
  await sql`
    with ended as (
      delete from late_turn where not exists (
        select from execution where id = execution_id and finished_at is null)
      returning execution_id
    )
    ${addTurns(sumTurns(sql`execution.id in (select execution_id from ended)`))}`.execute(trx);
  await sql`
    with ended as (
      delete from late_call late where not exists (
        select from model_call call
        where call.execution_id = late.execution_id and call.step = late.step and call.finished_at is null)
      returning execution_id, step
    )
    ${addCalls(sumCalls(sql`(call.execution_id, call.step) in (select execution_id, step from ended)`))}`.execute(
    trx,
  );
}

function addTurns(sums: ReturnType<typeof sumTurns>) {
  return sql`
    insert into turn_hour as stored ${sums}
    on conflict (hour, flow_slug, model, status, error_type) do update
      set turns = stored.turns + excluded.turns, last_at = greatest(stored.last_at, excluded.last_at)`;
}

function addCalls(sums: ReturnType<typeof sumCalls>) {
  return sql`
    insert into call_hour as stored ${sums}
    on conflict (hour, flow_slug, model, purpose, error_type) do update
      set calls = stored.calls + excluded.calls, failed = stored.failed + excluded.failed,
        input_tokens = stored.input_tokens + excluded.input_tokens,
        cached_input_tokens = stored.cached_input_tokens + excluded.cached_input_tokens,
        output_tokens = stored.output_tokens + excluded.output_tokens,
        cost = coalesce(stored.cost + excluded.cost, stored.cost, excluded.cost),
        unpriced = stored.unpriced + excluded.unpriced,
        first_token_ms = stored.first_token_ms || excluded.first_token_ms,
        first_at = least(stored.first_at, excluded.first_at), last_at = greatest(stored.last_at, excluded.last_at)`;
}
