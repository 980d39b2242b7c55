import { sql } from 'kysely';
import type { Database } from '../database.js';

export interface Lineage {
  parentExecutionId: string;
  channel: string | null;
  data: unknown;
}

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
