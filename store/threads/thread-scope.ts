import { sql, type RawBuilder } from 'kysely';

export interface ThreadScope {
  workflowId: string;
  flow: string;
  user: string;
  channel: string;
  thread: string | undefined;
  hasClosed?: boolean;
}

/** The CTE `scope`: the thread and all below it, even below a deleted row. */
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
