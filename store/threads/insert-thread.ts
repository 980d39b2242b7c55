import { insertConversation } from '../conversation/insert-conversation.js';
import type { Database } from '../database.js';
import { placeThread, type PlaceThreadInput } from '../conversation/place-thread.js';
import { invalidAnchor } from '../conversation/thread-refusal.js';
import type { ThreadRefusal } from '../../protocol/activities/conversation.js';

interface InsertThreadInput extends PlaceThreadInput {
  channel: string;
  taskQueue?: string;
  thread: string;
  anchor: NonNullable<PlaceThreadInput['anchor']>;
}

/** Idempotent. */
export async function insertThread(
  db: Database,
  input: InsertThreadInput,
): Promise<{ kind: 'opened' } | ThreadRefusal> {
  return db.transaction().execute(async (trx) => {
    const place = await placeThread(trx, input);
    if ('kind' in place) return place;
    await insertConversation(trx, { ...input, columns: { ...place, thread_id: input.thread } });
    const row = await trx
      .selectFrom('conversation')
      .select(['parent_id', 'anchor_seq', 'anchor_branch', 'anchor_start', 'anchor_end'])
      .where('workflow_id', '=', input.workflowId)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    const isSame =
      row?.parent_id === place.parent_id &&
      row.anchor_seq === place.anchor_seq &&
      row.anchor_branch === place.anchor_branch &&
      row.anchor_start === place.anchor_start &&
      row.anchor_end === place.anchor_end;
    if (isSame) return { kind: 'opened' };
    return invalidAnchor(
      `Thread '${input.workflowId}' is already open on another text of message ${row?.anchor_seq ?? 0}. Use another id.`,
    );
  });
}
