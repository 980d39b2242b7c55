import { sql, type RawBuilder } from 'kysely';

/** In USD. Null without a known cost. */
export function sumCost(): RawBuilder<string | null> {
  return knownCost({ known: sql`sum(cost)`, unpriced: sql`count(*) filter (where cost is null)` });
}

export function countUnpriced(): RawBuilder<number> {
  return sql`(count(*) filter (where cost is null))::integer`;
}

/** Returns null instead of zero if unpriced calls exist. */
export function knownCost(sums: {
  known: RawBuilder<unknown>;
  unpriced: RawBuilder<unknown>;
}): RawBuilder<string | null> {
  return sql`case when ${sums.unpriced} > 0 then nullif(${sums.known}, 0) else coalesce(${sums.known}, 0) end`;
}
