import { sql, type RawBuilder } from 'kysely';

/** Sorts as `compareTurns` does. */
export function turnOrder(turn: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${turn}.${name}`);
  return sql`(case when ${column('status')} = 'running' then 0 when ${column('while_running')} = 'interrupt' then 1
    else 2 end, ${column('position')})`;
}
