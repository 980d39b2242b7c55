import { sql, type RawBuilder } from 'kysely';

/** Selects the sub-threads to work on: all of a conversation, or those below one of its sub-threads. */
export interface ThreadScope {
  /** Workflow ID of the conversation or sub-thread at the top. */
  workflowId: string;
  flow: string;
  user: string;
  channel: string;
  /** Id of the sub-thread at the top; undefined: the conversation itself. */
  thread: string | undefined;
  /** Whether to include closed conversations with this Workflow ID, and not only the newest one. */
  hasClosed?: boolean;
}

/**
 * Makes `with recursive scope (id, parent_id)`: the newest conversation with the Workflow ID and all threads
 * below it, at any level. For a conversation itself, it also has the threads whose chain ends at a deleted row.
 * At the top, `parent_id` is null.
 */
export function threadScope(scope: ThreadScope): RawBuilder<unknown> {
  const orphans = sql`
      union all
      select orphan.id, orphan.parent_id from conversation orphan
      where orphan.user_id = ${scope.user} and orphan.flow_slug = ${scope.flow} and orphan.channel = ${scope.channel}
        and orphan.thread_id is not null
        and not exists (select from conversation parent where parent.id = orphan.parent_id)`;
  return sql`with recursive scope (id, parent_id) as (
      select * from (
      (select id, null::bigint from conversation where workflow_id = ${scope.workflowId}
        order by id desc ${scope.hasClosed === true ? sql`` : sql`limit 1`})
      ${scope.thread === undefined ? orphans : sql``}) as top
      union all
      select below.id, below.parent_id from scope join conversation below on below.parent_id = scope.id
    )`;
}
