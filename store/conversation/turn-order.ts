import { sql, type RawBuilder } from 'kysely';

/**
 * A row value by which the unfinished turns of a conversation are processed: the one that runs, those that interrupt,
 * then all others, each in the order of their positions. `turn` is the name of the table in the query.
 */
export function turnOrder(turn: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${turn}.${name}`);
  return sql`(case when ${column('status')} = 'running' then 0 when ${column('while_running')} = 'interrupt' then 1
    else 2 end, ${column('position')})`;
}
