import { sql } from 'kysely';
import type { Database } from '../database.js';

export interface PaceRequest {
  provider: string;
  /** The call's share of the provider's limit, in milliseconds. */
  requestMs: number;
  tokenMs: number;
  burstMs: number;
  maxWaitMs: number;
}

/**
 * Returns the waits in milliseconds, in the order of the callers. Reserves nothing beyond `maxWaitMs`. The
 * reservation of a dead worker expires.
 */
export async function reservePace(
  db: Database,
  { provider, requestMs, tokenMs, burstMs, maxWaitMs }: PaceRequest,
): Promise<number | undefined> {
  const burst = milliseconds(burstMs);
  const start = sql`greatest(clock_timestamp(), pace.requests_until - ${burst}, pace.tokens_until - ${burst})`;
  const { rows } = await sql<{ waitMs: number }>`
    insert into provider_pace as pace (provider, starts_at, requests_until, tokens_until)
    values (${provider}, clock_timestamp(), clock_timestamp() + ${milliseconds(requestMs)},
      clock_timestamp() + ${milliseconds(tokenMs)})
    on conflict (provider) do update set
      starts_at = ${start},
      requests_until = greatest(pace.requests_until, ${start}) + ${milliseconds(requestMs)},
      tokens_until = greatest(pace.tokens_until, ${start}) + ${milliseconds(tokenMs)}
    where ${start} <= clock_timestamp() + ${milliseconds(maxWaitMs)}
    returning (extract(epoch from starts_at - clock_timestamp()) * 1000)::float8 as "waitMs"`.execute(db);
  const [row] = rows;
  return row && Math.max(0, row.waitMs);
}

/** A negative number returns unused tokens. */
export async function correctPace(
  db: Database,
  { provider, tokenMs }: { provider: string; tokenMs: number },
): Promise<void> {
  await db
    .updateTable('provider_pace')
    .set({ tokens_until: sql<Date>`tokens_until + ${milliseconds(tokenMs)}` })
    .where('provider', '=', provider)
    .execute();
}

function milliseconds(count: number) {
  return sql`make_interval(secs => ${count / 1_000}::double precision)`;
}
