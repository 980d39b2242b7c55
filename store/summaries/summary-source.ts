import { sql } from 'kysely';
import { selectBrokenCalls } from '../conversation/select-broken-calls.js';
import { isBrokenOff } from '../conversation/is-broken-off.js';
import { shownContent } from '../conversation/omit-messages.js';
import { isAnswerOfTurn } from '../conversation/is-answer-of-turn.js';
import { seenMessages, type ThreadInBranch } from '../branches/seen-messages.js';
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
      select execution_id, answer_step, position
      from ${seenMessages(
        { conversationId: sql`conversation.id` },
        {
          where: sql`${isAnswerOfTurn('message')} and execution_id is not null`,
          newest: 1,
          table: 'conversation_message',
        },
      )} message
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
  /** It is the part of an answer that had been said when its turn was cancelled. */
  isPartial: boolean;
  /** The note about the tool calls of its turn; null if that was answered or called no tool. */
  brokenCalls: string | null;
  tokens: number;
}

/**
 * Loads the oldest messages of a range that together have at most `tokens`, but at least one message. Only the
 * texts of these are read, however long the range is.
 */
export async function loadSource(
  db: Database,
  range: ThreadInBranch & { after: number; through: number; tokens: number },
): Promise<SourceMessage[]> {
  const { after, through, tokens, ...thread } = range;
  const { rows } = await sql<SourceMessage>`
    with before as materialized (
      select coalesce(max(running_tokens), 0) as tokens
      from ${seenMessages(thread, { after: after - 1, through: after, table: 'conversation_message' })} message
    )
    select seq, role, ${shownContent} as content, name, token_count as tokens, ${isBrokenOff('message')} as "isPartial",
      ${selectBrokenCalls('message')} as "brokenCalls"
    from ${seenMessages(thread, {
      after,
      through,
      where: sql`seq = ${after + 1} or running_tokens <= ${tokens} + (select tokens from before)`,
    })} message
    order by seq`.execute(db);
  return rows;
}

/**
 * Finds the oldest place from which a thread's messages up to another place have at most this many tokens
 * together.
 */
export async function findFirstWithin(
  db: Database,
  range: ThreadInBranch & { after: number; through: number; tokens: number },
): Promise<number> {
  const { after, through, tokens, ...thread } = range;
  const table = 'conversation_message';
  const { rows } = await sql<{ seq: number | null }>`
    with newest as materialized (
      select running_tokens as tokens
      from ${seenMessages(thread, { after: through - 1, through, table })} message
    )
    select min(seq) as seq
    from ${seenMessages(thread, {
      after,
      through,
      where: sql`running_tokens - token_count >= (select tokens from newest) - ${tokens}`,
      table,
    })} message`.execute(db);
  return rows[0]?.seq ?? through;
}
