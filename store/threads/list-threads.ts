import { sql } from 'kysely';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { threadScope, type ThreadScope } from './thread-scope.js';

export const ANCHOR_PREVIEW = 200;
const BEGINNING = 400;

export interface ListedThread {
  id: number;
  workflowId: string;
  threadId: string | null;
  parentId: number | null;
  depth: number;
  title: string | null;
  isTitled: boolean;
  firstText: string | null;
  anchorSeq: number | null;
  anchorStart: number | null;
  anchorEnd: number | null;
  anchorRole: 'user' | 'assistant' | null;
  anchorHead: string | null;
  messages: number;
  tokens: number;
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
}

export async function listThreads(db: Database, scope: ThreadScope): Promise<ListedThread[]> {
  const { rows } = await sql<ListedThread>`
    ${threadScope(scope)}
    select conversation.id, conversation.workflow_id as "workflowId", thread_id as "threadId",
      scope.parent_id as "parentId", depth, title,
      coalesce(title_origin <> 'words', false) as "isTitled", left(first.content, ${BEGINNING}) as "firstText",
      anchor_seq as "anchorSeq", anchor_start as "anchorStart", anchor_end as "anchorEnd",
      anchor.role as "anchorRole", left(anchor.content, coalesce(anchor_start, 0) + ${ANCHOR_PREVIEW}) as "anchorHead",
      last_seq as messages, total_tokens as tokens, conversation.created_at as "createdAt",
      conversation.updated_at as "updatedAt", closed_at as "closedAt"
    from scope
    -- Forces key lookups: Postgres expects hundreds of threads, and otherwise reads all conversations.
    cross join lateral (select * from conversation where id = scope.id offset 0) conversation
    left join lateral ${seenMessages({ conversationId: sql`conversation.id` }, { after: 0, through: 1 })} first on true
    left join lateral ${seenMessages(
      { conversationId: sql`conversation.parent_id`, branch: sql`anchor_branch` },
      { where: sql`seq = anchor_seq` },
    )} anchor on true
    order by conversation.id`.execute(db);
  return rows;
}
