import { sql, type RawBuilder } from 'kysely';
import { MAX_THREAD_DEPTH } from '../../protocol/thread-anchor.js';

/**
 * The item `level`: `threads` (`key`, `id`, `branch`) and their ancestors, each with the branch that the
 * thread sees. `depth` counts from the conversation, and is null for the thread itself.
 */
export function threadLevels(threads: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`level as (
    select thread.key, conversation.id, parent_id, anchor_branch, coalesce(thread.branch, conversation.branch) as branch,
      null::integer as depth, 0 as above
    from (${threads}) thread join conversation on conversation.id = thread.id
    union all
    select level.key, parent.id, parent.parent_id, parent.anchor_branch, level.anchor_branch, parent.depth, level.above + 1
    from level join conversation parent on parent.id = level.parent_id where level.above < ${MAX_THREAD_DEPTH}
  )`;
}
