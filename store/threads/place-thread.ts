import type { ThreadAnchor } from '../../protocol/thread-anchor.js';
import type { DatabaseTransaction } from '../database.js';
import { findAnchor, type ThreadPlace } from './find-anchor.js';
import { unknownThread } from './thread-refusal.js';
import type { ThreadRefusal } from '../../protocol/activities/conversation.js';

/** The sub-thread that is to be begun, when it has no open row. */
export interface PlaceThreadInput {
  /** Workflow ID of the sub-thread. */
  workflowId: string;
  flow: string;
  user: string;
  /**
   * The place where it is to hang, with the parent's Workflow ID. Undefined: where it hung before it was closed.
   */
  anchor: (Pick<ThreadAnchor, 'message' | 'start' | 'end'> & { parentId: string }) | undefined;
}

/**
 * Finds where a new row of a sub-thread hangs: at its anchor, else where the closed thread of the same id hung.
 * Returns a refusal when there is neither.
 */
export async function placeThread(
  trx: DatabaseTransaction,
  input: PlaceThreadInput,
): Promise<ThreadPlace | ThreadRefusal> {
  const { anchor, ...thread } = input;
  if (anchor !== undefined) return findAnchor(trx, { ...thread, parentId: anchor.parentId, anchor });
  const closed = await trx
    .selectFrom('conversation')
    .select(['parent_id', 'depth', 'anchor_seq', 'anchor_branch', 'anchor_start', 'anchor_end'])
    .where('workflow_id', '=', input.workflowId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (closed === undefined || closed.parent_id === null || closed.anchor_seq === null)
    return unknownThread(input.workflowId);
  return { ...closed, parent_id: closed.parent_id, anchor_seq: closed.anchor_seq };
}
