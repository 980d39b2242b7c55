import { sql } from 'kysely';

/** The tool call that a question is about, as `3.1`; null: its node itself asks. */
export function callColumn() {
  return sql<string | null>`case when approval.step > 0 then approval.step || '.' || approval.ordinal end`.as(
    'call',
  );
}
