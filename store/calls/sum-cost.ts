import { sql, type RawBuilder } from 'kysely';

/** USD over calls with a known cost. Null if none is known. */
export function sumCost(): RawBuilder<string | null> {
  return knownCost({ known: sql`sum(cost)`, unpriced: sql`count(*) filter (where cost is null)` });
}

export function countUnpriced(): RawBuilder<number> {
  return sql`(count(*) filter (where cost is null))::integer`;
}

/** Null if all priced calls were free: zero would look like the unpriced calls' price too. */
export function knownCost(sums: {
  known: RawBuilder<unknown>;
  unpriced: RawBuilder<unknown>;
}): RawBuilder<string | null> {
  return sql`case when ${sums.unpriced} > 0 then nullif(${sums.known}, 0) else coalesce(${sums.known}, 0) end`;
}
