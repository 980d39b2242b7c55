import { sql } from 'kysely';
import { anchorRange } from '../../context/threads/anchor-range.js';
import { MAX_THREAD_DEPTH, type ThreadAnchor } from '../../protocol/thread-anchor.js';
import { seenMessages } from '../branches/seen-messages.js';
import type { DatabaseTransaction } from '../database.js';
import { invalidAnchor } from './thread-refusal.js';
import type { ThreadRefusal } from '../../protocol/activities/conversation.js';

export interface ThreadPlace {
  parent_id: number;
  depth: number;
  anchor_seq: number;
  anchor_branch: number;
  anchor_start: number | null;
  anchor_end: number | null;
}

interface FindAnchorInput {
  workflowId: string;
  flow: string;
  user: string;
  parentId: string;
  anchor: Pick<ThreadAnchor, 'message' | 'start' | 'end'>;
}

/** Looks only in the user's newest conversation with this flow. */
export async function findAnchor(
  trx: DatabaseTransaction,
  input: FindAnchorInput,
): Promise<ThreadPlace | ThreadRefusal> {
  const { parentId, anchor } = input;
  const parent = await lockParent(trx, input);
  if (!parent)
    return {
      kind: 'no-thread',
      type: 'Conversation.UnknownThread',
      message: `'${parentId}', the parent of the thread, was not found`,
    };
  if (await descendsFrom(trx, { conversationId: parent.id, workflowId: input.workflowId }))
    return invalidAnchor('A thread cannot be anchored to its own descendant');
  if (parent.depth >= MAX_THREAD_DEPTH)
    return invalidAnchor(
      `Threads can be nested ${MAX_THREAD_DEPTH} levels deep, and '${parentId}' is on the last level`,
    );
  const message = await findMessage(trx, { conversationId: parent.id, seq: anchor.message });
  if (!message)
    return invalidAnchor(
      `Message ${anchor.message} of '${parentId}' was not found: the thread has ${parent.last_seq} messages`,
    );
  const { content, branch } = message;
  const part = anchorRange(content, anchor);
  const { start = 0, end = content.length } = anchor;
  if (part.kind === 'outside')
    return invalidAnchor(
      `Offsets ${start} to ${end} are not within message ${anchor.message}, which has ${content.length} UTF-16 units`,
    );
  const range = part.kind === 'part' ? part.range : undefined;
  return {
    parent_id: parent.id,
    depth: parent.depth + 1,
    anchor_seq: anchor.message,
    anchor_branch: branch,
    anchor_start: range?.start ?? null,
    anchor_end: range?.end ?? null,
  };
}

function lockParent(trx: DatabaseTransaction, { parentId, user, flow }: FindAnchorInput) {
  return trx
    .selectFrom('conversation')
    .select(['id', 'depth', 'last_seq'])
    .where('workflow_id', '=', parentId)
    .where('user_id', '=', user)
    .where('flow_slug', '=', flow)
    .orderBy('id', 'desc')
    .limit(1)
    .forShare()
    .executeTakeFirst();
}

async function findMessage(
  trx: DatabaseTransaction,
  { conversationId, seq }: { conversationId: number; seq: number },
): Promise<{ content: string; branch: number } | undefined> {
  // The shared messages of a fork belong to its first branch.
  const { rows } = await sql<{ content: string; branch: number }>`
    select content, case when conversation_id = ${conversationId} then branch else 0 end as branch
    from ${seenMessages({ conversationId }, { after: seq - 1, through: seq })} message`.execute(trx);
  return rows[0];
}

/** Compares Workflow IDs, because a reopened thread has a new row id. */
async function descendsFrom(
  trx: DatabaseTransaction,
  { conversationId, workflowId }: { conversationId: number; workflowId: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive chain as (
      select id, parent_id, workflow_id from conversation where id = ${conversationId}
      union all
      select above.id, above.parent_id, above.workflow_id
      from chain join conversation above on above.id = chain.parent_id
    )
    select exists (select from chain where workflow_id = ${workflowId}) as found`.execute(trx);
  return rows[0]?.found === true;
}
