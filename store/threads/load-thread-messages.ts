import { sql } from 'kysely';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { selectHistory } from '../conversation/read-history.js';
import type { HistoryMessage } from '../../views/conversation.js';
import { threadScope, type ThreadScope } from './thread-scope.js';

export interface ThreadMessage extends HistoryMessage {
  conversationId: number;
}

export interface StandingSummary {
  conversationId: number;
  text: string;
  coversThrough: number;
}

export async function loadThreadMessages(db: Database, scope: ThreadScope): Promise<ThreadMessage[]> {
  const messages = sql`(${threadScope(scope)}
    select seen.*, scope.id as seen_by from scope
    cross join lateral ${seenMessages({ conversationId: sql`scope.id` })} seen)`;
  return selectHistory(db, messages, sql<number>`message.seen_by`)
    .select(sql<number>`message.seen_by`.as('conversationId'))
    .orderBy(sql`message.seen_by`)
    .orderBy('message.seq')
    .execute();
}

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
