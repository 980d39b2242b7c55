import { sql } from 'kysely';
import type { Database } from '../database.js';
import type { UnavailableModel } from '../../views/health.js';

const OPENING_FAILURES = 4;
/** A failure counts for this long, unless the model is marked as unavailable. */
const FORGET_MS = 600_000;

export async function countModelFailure(
  db: Database,
  { model, reason, openMs }: { model: string; reason: string; openMs: number },
): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    insert into model_outage as known (model, failures, since, last_failed_at, retry_at, reason)
    values (${model}, 1, clock_timestamp(), clock_timestamp(), null, ${reason})
    on conflict (model) do update set
      failures = case when ${isForgotten} then 1 else known.failures + 1 end,
      since = case when ${isForgotten} then excluded.since else known.since end,
      last_failed_at = excluded.last_failed_at,
      retry_at = case when not ${isForgotten} and known.failures + 1 >= ${OPENING_FAILURES}
        then clock_timestamp() + ${milliseconds(openMs)} end,
      reason = excluded.reason
    returning retry_at is not null as "isOpen"`.execute(db);
  return rows[0]?.isOpen === true;
}

const isForgotten = sql`(known.retry_at is null
  and known.last_failed_at < clock_timestamp() - ${milliseconds(FORGET_MS)})`;

export async function takeProbe(
  db: Database,
  { model, openMs }: { model: string; openMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('model_outage')
    .set({ retry_at: sql`clock_timestamp() + ${milliseconds(openMs)}` })
    .where('model', '=', model)
    .where('retry_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endModelOutage(db: Database, model: string): Promise<void> {
  await db.deleteFrom('model_outage').where('model', '=', model).execute();
}

export async function listUnavailableModels(db: Database): Promise<UnavailableModel[]> {
  return db
    .selectFrom('model_outage')
    .select(['model', 'failures', 'since', 'retry_at as retryAt', 'reason'])
    .where('retry_at', 'is not', null)
    .orderBy('since', 'desc')
    .orderBy('model')
    .$narrowType<{ retryAt: Date }>()
    .execute();
}

function milliseconds(count: number) {
  return sql`make_interval(secs => ${count / 1_000}::double precision)`;
}
