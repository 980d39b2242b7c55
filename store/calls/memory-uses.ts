import { sql } from 'kysely';
import type { MemoryUses } from '../../views/memory.js';
import type { Database } from '../database.js';

const NEWEST_CALLS = 200;

/** Reads only the newest calls, because each call has its own plan. */
export async function loadMemoryUses(db: Database, conversationId: number): Promise<MemoryUses> {
  const { rows } = await sql<MemoryUses>`
    with call as materialized (
      select execution.workflow_id, execution.id, made.step, manifest -> 'sent' as sent
      from execution join context_manifest made on made.execution_id = execution.id
      where execution.conversation_id = ${conversationId}
      order by execution.id desc, made.step desc limit ${NEWEST_CALLS}
    ), item as (
      select workflow_id, id, step, item.value as item from call cross join lateral json_array_elements(sent) item
      where item.value ->> 'from' in ('standing', 'summary')
    ), standing as (
      select coalesce((request ->> 3)::integer, (select depth from conversation where id = ${conversationId})) as depth,
        (request ->> 0)::integer as seq, (request ->> 1)::integer as ordinal, count(*)::integer as calls,
        (array_agg(workflow_id order by id desc, step desc))[1] as "executionId"
      from item cross join lateral json_array_elements(item -> 'requests') request
      where item ->> 'from' = 'standing' group by 1, 2, 3
    ), summary as (
      select (item ->> 'ordinal')::integer as ordinal, count(*)::integer as calls,
        (array_agg(workflow_id order by id desc, step desc))[1] as "executionId"
      from item where item ->> 'from' = 'summary' group by 1
    )
    select (select count(*)::integer from call) as calls,
      coalesce((select json_agg(standing order by depth, seq, ordinal) from standing), '[]') as standing,
      coalesce((select json_agg(summary order by ordinal) from summary), '[]') as summaries`.execute(db);
  return rows[0] ?? { calls: 0, standing: [], summaries: [] };
}
