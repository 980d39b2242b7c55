import { sql, type RawBuilder } from 'kysely';

export function selectBrokenCalls(message: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${message}.${name}`);
  return sql<string | null>`(
    select broken_calls from conversation_message noted
    where noted.conversation_id = ${column('conversation_id')} and noted.position = ${column('position')}
      and noted.role = ${column('role')})`;
}
