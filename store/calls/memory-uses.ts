import { sql } from 'kysely';
import type { MemoryUses } from '../../views/memory.js';
import type { Database } from '../database.js';
import { NEWEST_USES, toNewest, type NewestUses } from './newest-uses.js';

const NEWEST_CALLS = 200;

type UseRow = NewestUses & { ordinal: number; calls: number } & (
    { kind: 'standing'; depth: number; seq: number } | { kind: 'summary' }
  );

/** Reads only the newest calls: each has its own plan. */
export async function loadMemoryUses(db: Database, conversationId: number): Promise<MemoryUses> {
  const { rows } = await sql<{ searched: number } & (UseRow | { kind: null })>`
    with call as materialized (
      select workflow_id, execution.id, model_call.created_at as at, manifest -> 'sent' as sent
      from execution join context_manifest made on made.execution_id = execution.id
      join model_call on model_call.execution_id = made.execution_id and model_call.step = made.step
      where conversation_id = ${conversationId} order by execution.id desc, made.step desc limit ${NEWEST_CALLS}
    ), item as (
      select workflow_id, id, at, item.value as item, item.value ->> 'from' as kind
      from call cross join lateral json_array_elements(sent) item
    ), sent as (
      select kind, null::integer as depth, null::integer as seq, (item ->> 'ordinal')::integer as ordinal, id, workflow_id, at
      from item where kind = 'summary'
      union all
      select kind, coalesce((request ->> 3)::integer, (select depth from conversation where id = ${conversationId})),
        (request ->> 0)::integer, (request ->> 1)::integer, id, workflow_id, at
      from item cross join lateral json_array_elements(item -> 'requests') request where kind = 'standing'
    ), part as (
      select kind, depth, seq, ordinal, id, workflow_id, count(*) as times, max(at) as at
      from sent group by kind, depth, seq, ordinal, id, workflow_id
    ), use as (
      select kind, depth, seq, ordinal, sum(times)::integer as calls, ${NEWEST_USES}
      from part group by kind, depth, seq, ordinal
    )
    select searched, use.* from (select count(*)::integer as searched from call) total left join use on true
    order by kind, depth, seq, ordinal`.execute(db);
  const uses: MemoryUses = { calls: rows[0]?.searched ?? 0, standing: [], summaries: [] };
  for (const row of rows) {
    if (row.kind === null) continue;
    const { ordinal, calls } = row;
    const use = { ordinal, calls, newest: toNewest(row) };
    if (row.kind === 'summary') uses.summaries.push(use);
    else uses.standing.push({ depth: row.depth, seq: row.seq, ...use });
  }
  return uses;
}
