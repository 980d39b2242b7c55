import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database.js';
import { storePassages, type IndexedMessage } from './store-passages.js';

/** Messages per transaction: other writers of the conversation wait. */
const BATCH = 200;
/** Also per transaction, unless one message has more. */
const BATCH_CHARACTERS = 500_000;

/** Indexes messages stored before the index existed. Idempotent, also in parallel. Returns the count. */
export async function indexMissing(
  db: Database,
  { countTokens }: { countTokens: (text: string) => number },
): Promise<{ indexed: number }> {
  const { rows } = await sql<{ id: number }>`
    select conversation.id from conversation where exists (
      select from conversation_message message
      where message.conversation_id = conversation.id and ${isMissing}
    ) order by id`.execute(db);
  let indexed = 0;
  for (const { id } of rows) {
    let after: number | undefined = 0;
    while (after !== undefined) {
      const batch: IndexBatchInput = { id, after, countTokens };
      const done: IndexedBatch = await db.transaction().execute((trx) => indexBatch(trx, batch));
      indexed += done.messages;
      after = done.last;
    }
  }
  return { indexed };
}

interface IndexBatchInput {
  id: number;
  after: number;
  countTokens: (text: string) => number;
}

interface IndexedBatch {
  messages: number;
  last: number | undefined;
}

/** A turn's question comes before its answer. */
const PLACE = sql`2 * message.position + (message.role = 'assistant')::integer`;
const isMissing = sql`message.omitted is null and not exists (
  select from passage where passage.conversation_id = message.conversation_id
    and passage.position = message.position and passage.role = message.role)`;

/** Skips blank messages. Returns the last place. */
async function indexBatch(
  trx: DatabaseTransaction,
  { id, after, countTokens }: IndexBatchInput,
): Promise<IndexedBatch> {
  // A parallel indexer waits here and then finds nothing left.
  await trx.selectFrom('conversation').select('id').where('id', '=', id).forUpdate().execute();
  const { rows } = await sql<IndexedMessage & { place: number }>`
    select * from (
      select message.*, sum(length(text)) over (order by place) - length(text) as before
      from (
        select position, role, content as text, ${PLACE} as place from thread_message message
        where conversation_id = ${id} and ${PLACE} > ${after} and ${isMissing}
        order by place limit ${BATCH}
      ) message
    ) message where before <= ${BATCH_CHARACTERS} order by place`.execute(trx);
  await storePassages(trx, { conversationId: id, messages: rows, countTokens });
  return { messages: rows.filter(({ text }) => text.trim() !== '').length, last: rows.at(-1)?.place };
}
