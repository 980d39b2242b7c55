import { sql, type RawBuilder } from 'kysely';
import { typedText } from '../../context/message/typed-text.js';
import { shownAnswer } from '../../protocol/shown-answer.js';
import type { SharedChat, SharedLink } from '../../views/shared-link.js';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { readKeyText } from '../keys/key-text.js';
import { selectHistory } from './read-history.js';

const FACTS = ['id', 'created_at as createdAt', 'expires_at as expiresAt'] as const;

interface NewLink {
  workflowId: string;
  token: string;
  days: number;
}

/** Idempotent. Returns `full` at `most` links, undefined without the conversation. Deletes expired links. */
export async function createSharedLink(
  db: Database,
  { most, ...link }: NewLink & { most: number },
): Promise<SharedLink | 'full' | undefined> {
  const parts = readKeyText(link.token, 'tls');
  if (!parts) throw new Error('The generated token is invalid');
  const { workflowId } = link;
  return db.transaction().execute(async (trx) => {
    // Locked, because concurrent requests must count each other's links.
    await sql`select from conversation where workflow_id = ${workflowId} for no key update`.execute(trx);
    await trx.deleteFrom('shared_link').where(belongsTo(workflowId)).where(isExpired()).execute();
    const others = await trx
      .selectFrom('shared_link')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(belongsTo(workflowId))
      .where('id', '!=', parts.id)
      .executeTakeFirstOrThrow();
    return Number(others.count) >= most ? 'full' : insertLink(trx, parts, link);
  });
}

async function insertLink(
  db: Database,
  parts: { id: string; hash: string },
  { workflowId, days }: NewLink,
): Promise<SharedLink | undefined> {
  return db
    .insertInto('shared_link')
    .columns(['id', 'hash', 'conversation_id', 'branch', 'through_seq', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('conversation')
        .select([
          sql<string>`${parts.id}::text`.as('id'),
          sql<string>`${parts.hash}::text`.as('hash'),
          'conversation.id as conversation_id',
          'branch',
          'last_seq as through_seq',
          sql<Date>`now() + make_interval(days => ${days}::integer)`.as('expires_at'),
        ])
        .where('workflow_id', '=', workflowId)
        .orderBy('conversation.id', 'desc')
        .limit(1),
    )
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: (eb) => eb.ref('excluded.id') }))
    .returning(FACTS)
    .executeTakeFirst();
}

export async function listSharedLinks(db: Database, workflowId: string): Promise<SharedLink[]> {
  return db
    .selectFrom('shared_link')
    .select(FACTS)
    .where(belongsTo(workflowId))
    .where((eb) => eb.not(isExpired()))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Idempotent. */
export async function revokeSharedLink(
  db: Database,
  { workflowId, id }: { workflowId: string; id: string },
): Promise<void> {
  await db.deleteFrom('shared_link').where('id', '=', id).where(belongsTo(workflowId)).execute();
}

/** Undefined if the token is unknown, revoked or expired, or belongs to another user's chat. */
export async function readSharedChat(
  db: Database,
  {
    token,
    user,
    before = Infinity,
    limit,
  }: { token: string; user: string | undefined; before?: number | undefined; limit: number },
): Promise<SharedChat | undefined> {
  const parts = readKeyText(token, 'tls');
  if (!parts) return undefined;
  const link = await db
    .selectFrom('shared_link')
    .innerJoin('conversation', 'conversation.id', 'shared_link.conversation_id')
    .select(['conversation_id', 'shared_link.branch', 'through_seq', 'title'])
    .select(['shared_link.created_at as sharedAt', 'expires_at as expiresAt'])
    .where('shared_link.id', '=', parts.id)
    .where('hash', '=', parts.hash)
    .where((eb) => eb.not(isExpired()))
    .$if(user !== undefined, (query) => query.where('user_id', '=', user ?? ''))
    .executeTakeFirst();
  if (!link) return undefined;
  const { conversation_id: conversationId, branch, through_seq, ...facts } = link;
  const through = Math.min(through_seq, before - 1);
  const seen = seenMessages({ conversationId, branch }, { through, newest: limit + 1 });
  const rows = await selectHistory(db, seen, sql<number>`${conversationId}::bigint`)
    .select('message.attachments')
    .orderBy('message.seq', 'desc')
    .execute();
  const messages = rows.slice(0, limit).map(({ seq, role, isPartial, createdAt, ...row }) => {
    const attachments = row.attachments ?? [];
    const text = role === 'assistant' ? shownAnswer(row.text) : typedText(row.text, attachments);
    const files = attachments.map(({ name, mediaType, bytes }) => ({ name, mediaType, bytes }));
    return { seq, role, text, isPartial, createdAt, attachments: files };
  });
  const next = rows.length > limit ? String(messages.at(-1)?.seq) : null;
  return { ...facts, messages, next };
}

function isExpired(): RawBuilder<boolean> {
  return sql<boolean>`expires_at <= now()`;
}

function belongsTo(workflowId: string): RawBuilder<boolean> {
  return sql<boolean>`conversation_id in (select id from conversation where workflow_id = ${workflowId})`;
}
