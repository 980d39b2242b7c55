import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database.js';
import { insertStanding, type SaidMessage } from './insert-standing.js';

/** Per transaction, because turns of the conversation wait. */
const BATCH = 500;
const BATCH_CHARACTERS = 1_000_000;

/** Scans messages that an older worker stored. Idempotent, also in parallel. */
export async function lookThrough(db: Database, conversationId: number): Promise<void> {
  for (let isDone = false; !isDone;)
    isDone = await db.transaction().execute((trx) => lookThroughBatch(trx, conversationId));
}

async function lookThroughBatch(trx: DatabaseTransaction, conversationId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('conversation')
    .select(['standing_through', 'last_position'])
    .where('id', '=', conversationId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || row.standing_through >= row.last_position) return true;
  const { rows: messages } = await sql<SaidMessage>`
    select position, text from (
      select position, content as text, sum(length(content)) over (order by position) - length(content) as before
      from (
        select position, content from conversation_message
        where conversation_id = ${conversationId} and role = 'user' and content is not null
          and position > ${row.standing_through} and position <= ${row.last_position}
        order by position limit ${BATCH}
      ) message
    ) message where before <= ${BATCH_CHARACTERS} order by position`.execute(trx);
  await insertStanding({ conversationId, messages })?.execute(trx);
  const last = messages.at(-1)?.position ?? row.last_position;
  await trx
    .updateTable('conversation')
    .set({ standing_through: last })
    .where('id', '=', conversationId)
    .execute();
  return last === row.last_position;
}
