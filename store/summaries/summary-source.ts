import { sql } from 'kysely';
import { shownContent } from '../conversation/omit-messages.js';
import type { Database } from '../database.js';
import type { ThreadKey } from './summary-due.js';

/** The flow version and the node that gave a thread's newest answer. */
export interface AnsweredBy {
  /** Row id of the thread. */
  conversationId: number;
  /** The turn that it answers. */
  position: number;
  flowSlug: string;
  flowVersion: number;
  /** Null: no model gave it. */
  nodeId: string | null;
}

/** Finds who gave the newest answer in an open thread. Undefined: there is no such thread, or no answer. */
export async function findAnsweredBy(db: Database, key: ThreadKey): Promise<AnsweredBy | undefined> {
  const isThread =
    'workflowId' in key
      ? sql`conversation.workflow_id = ${key.workflowId}`
      : sql`conversation.id = ${key.conversationId}`;
  const { rows } = await sql<AnsweredBy>`
    select conversation.id as "conversationId", answered.position, execution.flow_slug as "flowSlug",
      flow_version as "flowVersion", node_id as "nodeId"
    from conversation
    cross join lateral (
      select execution_id, answer_step, position from conversation_message message
      where message.conversation_id = conversation.id and role = 'assistant' and execution_id is not null
      order by seq desc limit 1
    ) answered
    join execution on execution.id = answered.execution_id
    left join model_call call on call.execution_id = answered.execution_id and call.step = answer_step
    where ${isThread} and closed_at is null`.execute(db);
  return rows[0];
}

/** A message that a summary is to cover. */
export interface SourceMessage {
  seq: number;
  role: 'user' | 'assistant';
  content: string;
  /** The speaker's name, in an imported conversation. */
  name: string | null;
  tokens: number;
}

/**
 * Loads the oldest messages of a range that together have at most `tokens`, but at least one message. Only the
 * texts of these are read, however long the range is.
 */
export async function loadSource(
  db: Database,
  range: { conversationId: number; after: number; through: number; tokens: number },
): Promise<SourceMessage[]> {
  const { conversationId, after, through, tokens } = range;
  const { rows } = await sql<SourceMessage>`
    select seq, role, ${shownContent} as content, name, token_count as tokens from thread_message
    where conversation_id = ${conversationId} and seq > ${after} and seq <= ${through} and (
      seq = ${after + 1} or running_tokens <= ${tokens} + coalesce((
        select running_tokens from conversation_message before
        where before.conversation_id = ${conversationId} and before.seq = ${after}), 0))
    order by seq`.execute(db);
  return rows;
}

/**
 * Finds the oldest place from which a thread's messages up to another place have at most this many tokens
 * together.
 */
export async function findFirstWithin(
  db: Database,
  range: { conversationId: number; after: number; through: number; tokens: number },
): Promise<number> {
  const { conversationId, after, through, tokens } = range;
  const { rows } = await sql<{ seq: number | null }>`
    select min(seq) as seq from conversation_message
    where conversation_id = ${conversationId} and seq > ${after} and seq <= ${through}
      and running_tokens - token_count >= (
        select running_tokens from conversation_message newest
        where newest.conversation_id = ${conversationId} and newest.seq = ${through}) - ${tokens}`.execute(
    db,
  );
  return rows[0]?.seq ?? through;
}
