import { sql, type RawBuilder } from 'kysely';

/** `offset 0` forces key lookups: Postgres otherwise hashed all canceled turns for a few messages. */
export function isBrokenOff(message: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${message}.${name}`);
  return sql<boolean>`(${column('role')} = 'assistant' and ${column('omitted')} is null and exists (
    select from turn where turn.conversation_id = ${column('conversation_id')}
      and turn.position = ${column('position')} and turn.status = 'cancelled' offset 0))`;
}
