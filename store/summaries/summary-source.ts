import { sql } from 'kysely';
import { selectBrokenCalls } from '../conversation/select-broken-calls.js';
import { isBrokenOff } from '../is-broken-off.js';
import { shownContent } from '../conversation/omit-messages.js';
import { isAnswerOfTurn } from '../conversation/is-answer-of-turn.js';
import { seenMessages, type BranchOfConversation } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import type { ThreadKey } from './summary-due.js';

export interface AnsweredBy {
  conversationId: number;
  position: number;
  flowSlug: string;
  flowVersion: number;
  nodeId: string | null;
}

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

export interface SourceMessage {
  seq: number;
  role: 'user' | 'assistant';
  content: string;
  name: string | null;
  isPartial: boolean;
  brokenCalls: string | null;
  tokens: number;
}

export async function loadSource(
  db: Database,
  range: BranchOfConversation & { after: number; through: number; tokens: number },
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

export async function findFirstWithin(
  db: Database,
  range: BranchOfConversation & { after: number; through: number; tokens: number },
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
