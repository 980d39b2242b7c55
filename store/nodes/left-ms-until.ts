import { sql, type RawBuilder } from 'kysely';

/** Null without a deadline, zero after it. By the clock of Postgres, which also set the deadline. */
export function leftMsUntil(deadline: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<
    number | null
  >`ceil(greatest(0, extract(epoch from ${deadline} - clock_timestamp()) * 1000))::double precision`;
}
