import { sql, type RawBuilder } from 'kysely';

/** A condition: the message of this name answers a turn. The question of an approval node does not: its turn still runs. */
export function isAnswerOfTurn(message: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${message}.${name}`);
  return sql<boolean>`(${column('role')} = 'assistant' and not exists (
    select from turn where turn.conversation_id = ${column('conversation_id')}
      and turn.position = ${column('position')} and turn.kind = 'question'))`;
}
