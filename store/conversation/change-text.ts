import { sql } from 'kysely';
import type { ComposedMessage } from '../../context/message/compose-message.js';
import { maskFiles, replaceTyped, typedText } from '../../context/message/typed-text.js';
import { titleBeginning } from '../../context/threads/thread-title.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { DatabaseTransaction } from '../database.js';
import { storePassages } from '../passages/store-passages.js';
import { insertStanding } from '../standing/insert-standing.js';
import type { TurnMessage } from './read-message.js';
import { turnHashes } from './turn-content.js';

export interface QueuedText extends TurnMessage {
  conversationId: number;
  turnId: string;
  position: number;
  data: MessageData | null;
  output: JsonSchema | null;
  hashes: string | null;
}

export async function findText(
  trx: DatabaseTransaction,
  { conversationId, turnId }: { conversationId: number; turnId: string },
): Promise<QueuedText | undefined> {
  const row = await trx
    .selectFrom('turn')
    .innerJoin('thread_message as message', (join) =>
      join
        .onRef('message.conversation_id', '=', 'turn.conversation_id')
        .onRef('message.position', '=', 'turn.position')
        .on('message.role', '=', 'user'),
    )
    .select(['turn.position', 'message.content', 'message.attachments'])
    .select(['data', 'output_schema as output', 'instructions', 'content_hashes as hashes'])
    .where('turn.conversation_id', '=', conversationId)
    .where('turn.turn_id', '=', turnId)
    .executeTakeFirst();
  return row && { ...row, conversationId, turnId, attachments: row.attachments ?? [] };
}

/** Replaces the text of a queued message and everything stored from that text. The files go before the text. */
export async function changeText(
  trx: DatabaseTransaction,
  old: QueuedText,
  { text, countTokens }: { text: string; countTokens: (text: string) => number },
): Promise<void> {
  const { conversationId, position } = old;
  const { content, attachments } = replaceTyped(old, text);
  const at = sql`conversation_id = ${conversationId} and position = ${position}`;
  const tokens = attachments.reduce((sum, one) => sum + one.tokens, countTokens(content));
  await sql`
    update conversation_message set content = ${content}, token_count = ${tokens} where ${at} and role = 'user'`.execute(
    trx,
  );
  for (const { ordinal, start, end } of attachments)
    await sql`
      update attachment set text_start = ${start}, text_end = ${end} where ${at} and ordinal = ${ordinal}`.execute(
      trx,
    );
  await sql`delete from passage where ${at} and role = 'user'`.execute(trx);
  await sql`delete from standing_statement where ${at}`.execute(trx);
  await storePassages(trx, {
    conversationId,
    messages: [{ position, role: 'user', text: content }],
    countTokens,
  });
  const said = { position, text: maskFiles(content, attachments) };
  await insertStanding({ conversationId, messages: [said] })?.execute(trx);
  const hashes = addHash(old, { content, attachments });
  await sql`update turn set content_hashes = ${hashes} where ${at}`.execute(trx);
  await trx
    .updateTable('conversation')
    .set({ title: titleBeginning(text), updated_at: sql`now()` })
    .where('id', '=', conversationId)
    .where('title_origin', '=', 'words')
    .where('title', '=', titleBeginning(typedText(old.content, old.attachments)))
    .execute();
}

/**
 * Keeps the first two hashes, which are those of the request: both the request and one with the new text may
 * be repeated.
 */
function addHash(
  { turnId, instructions, data, output, hashes }: QueuedText,
  changed: ComposedMessage,
): string | null {
  const hash = turnHashes({ turnId, kind: 'message' }, { ...changed, instructions }, { data, output });
  return hashes && [...hashes.split(' ').slice(0, 2), hash].join(' ');
}
