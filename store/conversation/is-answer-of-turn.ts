import { sql, type RawBuilder } from 'kysely';

/** Excludes an approval's question, whose turn still runs. */
export function isAnswerOfTurn(message: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${message}.${name}`);
  return sql<boolean>`(${column('role')} = 'assistant' and not exists (
    select from turn where turn.conversation_id = ${column('conversation_id')}
      and turn.position = ${column('position')} and turn.kind = 'question'))`;
}
