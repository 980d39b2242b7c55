import { sql } from 'kysely';
import type { Database } from '../database.js';
import type { ThreadKey } from '../summaries/summary-due.js';

/** When passages of a thread are to be embedded. */
export interface EmbeddingRule {
  /** Id of the embedding model. */
  model: string;
  /** Messages that a window holds: those in it are not looked up. */
  messages: number;
}

/**
 * The row id of a thread that is not closed, where as many messages as a window holds have no embeddings of the model:
 * they leave it next. Undefined: it has fewer. One statement that costs the same for any thread.
 */
export async function findDueEmbedding(
  db: Database,
  { model, messages, ...key }: ThreadKey & EmbeddingRule,
): Promise<number | undefined> {
  const isThread =
    'workflowId' in key ? sql`workflow_id = ${key.workflowId}` : sql`id = ${key.conversationId}`;
  const { rows } = await sql<{ id: number }>`
    select id from conversation
    left join embedding_progress progress on progress.conversation_id = id and progress.model = ${model}
    where ${isThread} and closed_at is null
      and last_seq - greatest(cleared_through, coalesce(through_seq, 0)) >= ${messages}`.execute(db);
  return rows[0]?.id;
}
