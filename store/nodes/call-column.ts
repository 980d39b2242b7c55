import { sql, type RawBuilder } from 'kysely';

/** Selects the tool call in question, such as `3.1`; null if the node itself asks. */
export function callPlace(): RawBuilder<string | null> {
  return sql`case when approval.step > 0 then approval.step || '.' || approval.ordinal end`;
}

export function callColumn() {
  return callPlace().as('call');
}
