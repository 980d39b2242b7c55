import { sql } from 'kysely';
import type { Database } from '../database.js';

/** The facts that a sub-execution takes over from what started it. */
export interface Lineage {
  /** Workflow ID of its parent. */
  parentExecutionId: string;
  /** The channel of the conversation at the root; null: the root is in none. */
  channel: string | null;
  /** The values that the nearest execution above was started with; null: none was. */
  data: unknown;
}

/** Reads up from a sub-execution to its root, in one statement; undefined: it is a root itself. */
export async function loadLineage(db: Database, executionId: number): Promise<Lineage | undefined> {
  const { rows } = await sql<Lineage & { parentExecutionId: string | null }>`
    with recursive above as (
      select parent.* from execution as own
      join execution as parent on parent.id = own.parent_id
      where own.id = ${executionId}
      union all
      select parent.* from above join execution as parent on parent.id = above.parent_id
    )
    select
      (select workflow_id from above order by depth desc limit 1) as "parentExecutionId",
      (select conversation.channel from above join conversation on conversation.id = above.conversation_id
        order by above.depth limit 1) as channel,
      (select data from above where data is not null order by depth desc limit 1) as data`.execute(db);
  const [lineage] = rows;
  return lineage?.parentExecutionId == null ? undefined : lineage;
}
