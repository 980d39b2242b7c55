import { sql, type RawBuilder } from 'kysely';

/** The tool call that a question is about, as `3.1`; null: its node itself asks. */
export function callPlace(): RawBuilder<string | null> {
  return sql`case when approval.step > 0 then approval.step || '.' || approval.ordinal end`;
}

/** {@link callPlace} as a column. */
export function callColumn() {
  return callPlace().as('call');
}
