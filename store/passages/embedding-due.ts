import { sql } from 'kysely';
import { ONE_OFF_CHANNELS } from '../../protocol/one-off.js';
import type { Database } from '../database.js';
import type { ThreadKey } from '../summaries/summary-due.js';

export interface EmbeddingRule {
  model: string;
  /** Messages in the window are not searched, so need no vectors. */
  messages: number;
}

/** Embedding is due when a whole window of messages lacks vectors: these leave the window next. */
export async function findDueEmbedding(
  db: Database,
  { model, messages, ...key }: ThreadKey & EmbeddingRule,
): Promise<number | undefined> {
  const isThread =
    'workflowId' in key ? sql`workflow_id = ${key.workflowId}` : sql`id = ${key.conversationId}`;
  const { rows } = await sql<{ id: number }>`
    select id from conversation
    left join embedding_progress progress on progress.conversation_id = id
      and progress.branch = conversation.branch and progress.model = ${model}
    where ${isThread} and closed_at is null and channel not like ${ONE_OFF_CHANNELS}
      and last_seq - greatest(cleared_through, coalesce(through_seq, 0)) >= ${messages}`.execute(db);
  return rows[0]?.id;
}
