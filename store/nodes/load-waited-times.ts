import { sql } from 'kysely';
import type { Database } from '../database.js';

export type TreePair = readonly [above: number, below: number];

/** Returns for how many milliseconds the executions had an open question. */
export async function loadWaitedTimes(
  db: Database,
  pairs: readonly TreePair[],
): Promise<ReadonlyMap<number, number>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await sql<{ id: number; waitedMs: number }>`
    with asked as (
      select pair.above as id, range_agg(tstzrange(created_at, greatest(created_at, coalesce(finished_at, now())))) as times
      from unnest(${pairs.map(([above]) => above)}::bigint[], ${pairs.map(([, below]) => below)}::bigint[])
        as pair (above, below)
      join approval on approval.execution_id = pair.below
      group by pair.above
    )
    select id, coalesce(sum(extract(epoch from upper(part.times) - lower(part.times)) * 1000), 0)::float8 as "waitedMs"
    from asked left join lateral unnest(asked.times) as part (times) on true group by id`.execute(db);
  return new Map(rows.map(({ id, waitedMs }) => [id, waitedMs]));
}
