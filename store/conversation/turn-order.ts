import { sql, type RawBuilder } from 'kysely';

/**
 * The processing order of unfinished turns as a row value: running, interrupting, then the rest by position.
 * `turn` is the table's name in the query.
 */
export function turnOrder(turn: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${turn}.${name}`);
  return sql`(case when ${column('status')} = 'running' then 0 when ${column('while_running')} = 'interrupt' then 1
    else 2 end, ${column('position')})`;
}
