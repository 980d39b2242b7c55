import { sql, type RawBuilder } from 'kysely';

/** The note about the tool calls of the broken turn that this message of `thread_message` ends; null if there is none. */
export function selectBrokenCalls(message: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${message}.${name}`);
  return sql<string | null>`(
    select broken_calls from conversation_message noted
    where noted.conversation_id = ${column('conversation_id')} and noted.position = ${column('position')}
      and noted.role = ${column('role')})`;
}
