import type { ThreadAnchor } from '../../protocol/thread-anchor.js';
import type { DatabaseTransaction } from '../database.js';
import { findAnchor, type ThreadPlace } from './find-anchor.js';
import { unknownThread } from './thread-refusal.js';
import type { ThreadRefusal } from '../../protocol/activities/conversation.js';

/** What a sub-thread that has no open row is begun with. */
export interface PlaceThreadInput {
  /** Its own Workflow ID. */
  workflowId: string;
  flow: string;
  user: string;
  /** Where it is to hang, with the parent's Workflow ID; undefined: where it hung before it was closed. */
  anchor: (Pick<ThreadAnchor, 'message' | 'start' | 'end'> & { parentId: string }) | undefined;
}

/**
 * Where a sub-thread hangs whose row is to be made: at its anchor, else where the closed one of the same id did. A
 * refusal where there is neither.
 */
export async function placeThread(
  trx: DatabaseTransaction,
  input: PlaceThreadInput,
): Promise<ThreadPlace | ThreadRefusal> {
  const { anchor, ...thread } = input;
  if (anchor !== undefined) return findAnchor(trx, { ...thread, parentId: anchor.parentId, anchor });
  const closed = await trx
    .selectFrom('conversation')
    .select(['parent_id', 'depth', 'anchor_seq', 'anchor_start', 'anchor_end'])
    .where('workflow_id', '=', input.workflowId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (closed === undefined || closed.parent_id === null || closed.anchor_seq === null)
    return unknownThread(input.workflowId);
  return { ...closed, parent_id: closed.parent_id, anchor_seq: closed.anchor_seq };
}
