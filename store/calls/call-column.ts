import { sql, type RawBuilder } from 'kysely';

export function callPlace(): RawBuilder<string | null> {
  return sql`case when approval.step > 0 then approval.step || '.' || approval.ordinal end`;
}

export function callColumn() {
  return callPlace().as('call');
}
