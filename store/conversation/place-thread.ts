import type { ThreadAnchor } from '../../protocol/thread-anchor.js';
import type { DatabaseTransaction } from '../database.js';
import { findAnchor, type ThreadPlace } from './find-anchor.js';
import { unknownThread } from './thread-refusal.js';
import type { ThreadRefusal } from '../../protocol/activities/conversation.js';

export interface PlaceThreadInput {
  workflowId: string;
  flow: string;
  user: string;
  anchor: (Pick<ThreadAnchor, 'message' | 'start' | 'end'> & { parentId: string }) | undefined;
}

export async function placeThread(
  trx: DatabaseTransaction,
  input: PlaceThreadInput,
): Promise<ThreadPlace | ThreadRefusal> {
  const { anchor, ...thread } = input;
  if (anchor) return findAnchor(trx, { ...thread, parentId: anchor.parentId, anchor });
  const closed = await trx
    .selectFrom('conversation')
    .select(['parent_id', 'depth', 'anchor_seq', 'anchor_branch', 'anchor_start', 'anchor_end'])
    .where('workflow_id', '=', input.workflowId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!closed || closed.parent_id === null || closed.anchor_seq === null)
    return unknownThread(input.workflowId);
  return { ...closed, parent_id: closed.parent_id, anchor_seq: closed.anchor_seq };
}
