import { sql, type RawBuilder } from 'kysely';
import type { Omission } from '../../context/message/omission.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { storePassages } from '../passages/store-passages.js';

interface Messages {
  conversationId: number;
  positions: readonly number[];
}

export async function omitMessages(
  trx: DatabaseTransaction,
  { conversationId, positions, as }: Messages & { as: Omission },
): Promise<void> {
  const at = sql`conversation_id = ${conversationId} and position = any(${[...positions]}::integer[])`;
  await sql`
    with omitted as (
      update conversation_message set omitted = ${as} where ${at}
    ), vectors as (
      delete from passage_embedding where ${at}
    )
    delete from passage where ${at}`.execute(trx);
}

export async function restoreMessages(
  trx: DatabaseTransaction,
  { conversationId, positions, countTokens }: Messages & { countTokens: (text: string) => number },
): Promise<void> {
  const restored = await trx
    .updateTable('conversation_message')
    .set({ omitted: null })
    .where('conversation_id', '=', conversationId)
    .where('position', 'in', [...positions])
    .where('omitted', 'is not', null)
    .returning(['position', 'role'])
    .execute();
  if (restored.length === 0) return;
  const texts = await trx
    .selectFrom('thread_message')
    .select(['position', 'role', 'content as text'])
    .where('conversation_id', '=', conversationId)
    .where('position', 'in', [...positions])
    .execute();
  const isRestored = (one: { position: number; role: string }): boolean =>
    restored.some(({ position, role }) => position === one.position && role === one.role);
  await storePassages(trx, { conversationId, messages: texts.filter(isRestored), countTokens });
}

export async function listPositions(
  db: Database,
  { conversationId, position }: { conversationId: number; position: number },
): Promise<number[]> {
  const joined = await db
    .selectFrom('turn')
    .select('position')
    .where('conversation_id', '=', conversationId)
    .where('of_position', '=', position)
    .where('joined_step', 'is not', null)
    .execute();
  return [position, ...joined.map((row) => row.position)];
}

const WORDS: Readonly<Record<Omission, string>> = {
  dropped: 'dropped by the user',
  refused: 'refused by the provider of the model',
  retried: 'said again later',
};

export const shownContent: RawBuilder<string> = sql<string>`case ${sql.join(
  Object.entries(WORDS).map(
    ([omission, words]) => sql`when omitted = ${sql.lit(omission)} then ${sql.lit(`[left out: ${words}]`)}`,
  ),
  sql` `,
)} else content end`;
