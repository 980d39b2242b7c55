import { sql } from 'kysely';
import type { Database } from '../database.js';
import type { HistoryMessage } from '../conversation/read-history.js';
import { threadScope, type ThreadScope } from './thread-scope.js';

/** A message of a conversation or sub-thread. */
export interface ThreadMessage extends HistoryMessage {
  conversationId: number;
}

/** A current summary, and the last message that it covers. */
export interface StandingSummary {
  conversationId: number;
  text: string;
  coversThrough: number;
}

/** Loads all messages of a conversation or sub-thread and of the threads below it, by thread and place. */
export async function loadThreadMessages(db: Database, scope: ThreadScope): Promise<ThreadMessage[]> {
  const { rows } = await sql<ThreadMessage>`
    ${threadScope(scope)}
    select scope.id as "conversationId", message.seq, message.role, message.content as text,
      message.token_count as "tokenCount", turn.turn_id as "turnId", execution.workflow_id as "executionId",
      message.created_at as "createdAt"
    from scope
    join thread_message message on message.conversation_id = scope.id and message.seq is not null
    join turn on turn.conversation_id = message.conversation_id and turn.position = message.position
    left join execution on execution.id = message.execution_id
    order by scope.id, message.seq`.execute(db);
  return rows;
}

/** Loads the current summaries of a conversation or sub-thread and of the threads below it. */
export async function loadStandingSummaries(db: Database, scope: ThreadScope): Promise<StandingSummary[]> {
  const { rows } = await sql<StandingSummary>`
    ${threadScope(scope)}
    select scope.id as "conversationId", summary.content as text, summary.covers_through as "coversThrough"
    from scope join conversation on conversation.id = scope.id
    join summary on summary.conversation_id = scope.id and summary.ordinal = conversation.summary_ordinal`.execute(
    db,
  );
  return rows;
}
