import { sql, type RawBuilder } from 'kysely';

/** Sums the column `cost` of calls, in USD: of those whose cost is known; null: it is known of none. */
export function sumCost(): RawBuilder<string | null> {
  return knownCost({ known: sql`sum(cost)`, unpriced: sql`count(*) filter (where cost is null)` });
}

/** Counts the calls whose cost is not known, by the column `cost`. */
export function countUnpriced(): RawBuilder<number> {
  return sql`(count(*) filter (where cost is null))::integer`;
}

/**
 * Selects the known part of a cost. Nothing is known where all that has a price was free: a zero would be read as the price of the
 * rest, too.
 */
export function knownCost(sums: {
  known: RawBuilder<unknown>;
  unpriced: RawBuilder<unknown>;
}): RawBuilder<string | null> {
  return sql`case when ${sums.unpriced} > 0 then nullif(${sums.known}, 0) else coalesce(${sums.known}, 0) end`;
}
