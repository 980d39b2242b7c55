import { sql, type RawBuilder } from 'kysely';
import { nameMemory } from '../../protocol/memory-kinds.js';
import type { MemoryPage, MemoryUses } from '../../views/memory.js';
import type { Database } from '../database.js';
import { isBelowAny } from '../root-flow.js';
import { MEMORIES_OF_MESSAGE } from './memories-of-message.js';

const NEWEST_CALLS = 200;

type UseRow = NewestUses & { ordinal: number; calls: number } & (
    { kind: 'standing'; depth: number; seq: number } | { kind: 'summary' }
  );

interface NewestUses {
  executionIds: string[];
  ats: Date[];
}

/** Needs one row per execution with `id`, `workflow_id` and `at`. */
const NEWEST_USES = sql`(array_agg(workflow_id order by id desc))[1:3] as "executionIds",
  (array_agg(at order by id desc))[1:3] as ats`;

export async function loadMemoryUses(db: Database, conversationId: number): Promise<MemoryUses> {
  const { rows } = await sql<{ searched: number } & (UseRow | { kind: null })>`
    with call as materialized (${newestCalls(sql`conversation_id = ${conversationId}`)}), item as (
      select workflow_id, id, at, item.value as item, item.value ->> 'from' as kind
      from call cross join lateral json_array_elements(manifest -> 'sent') item
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

type FactRow = NewestUses & { kind: string; key: string; calls: number; chats: (Chat | null)[] };
type FactUse = MemoryPage['memories'][number]['uses'];
type Chat = FactUse['newest'][number]['chat'];

/** Adds how many of the user's newest calls were sent each memory, perhaps with an earlier value. */
export async function addFactUses<Row extends { kind: string; key: string }>(
  db: Database,
  {
    user,
    flows,
    memories,
  }: { user: string; flows?: readonly string[] | undefined; memories: readonly Row[] },
): Promise<{ searchedCalls: number; memories: (Row & { uses: FactUse })[] }> {
  const { rows } = await sql<{ searched: number } & (FactRow | { kind: null })>`
    with call as materialized (${newestCalls(sql`user_id = ${user} and ${isBelowAny(flows)}`)}), sent as materialized (
      select call.*, (place ->> 0)::bigint as result_step, (place ->> 1)::integer as ordinal
      from call cross join lateral json_array_elements(manifest -> 'facts') place
    ), fact as materialized (
      select result.*, memory.kind, memory.key
      from (select distinct id, result_step, ordinal from sent) result
      cross join lateral (
        select content, created_at from trace_message stored where stored.execution_id = id
          and stored.step = result_step and stored.ordinal = result.ordinal limit 1
      ) message
      cross join lateral (${MEMORIES_OF_MESSAGE}) found
      join memory on user_id = ${user} and memory.kind = found.kind and memory.key = found.key
        and memory.created_at <= message.created_at
    ), part as (
      select kind, key, id, workflow_id, conversation_id, count(distinct step) as times, max(at) as at
      from sent join fact using (id, result_step, ordinal) group by kind, key, id, workflow_id, conversation_id
    ), use as (
      select kind, key, sum(times)::integer as calls, (array_agg(chat order by id desc))[1:3] as chats, ${NEWEST_USES}
      from part left join lateral (
        select json_build_object('flow', flow_slug, 'channel', channel, 'thread', thread_id) as chat
        from conversation where conversation.id = part.conversation_id
      ) origin on true group by kind, key
    )
    select searched, use.* from (select count(*)::integer as searched from call) total left join use on true`.execute(
    db,
  );
  const uses = new Map<string, FactUse>();
  for (const row of rows) {
    if (row.kind === null) continue;
    const newest = toNewest(row).map((one, place) => ({ ...one, chat: row.chats[place] ?? null }));
    uses.set(nameMemory(row), { calls: row.calls, newest });
  }
  return {
    searchedCalls: rows[0]?.searched ?? 0,
    memories: memories.map((memory) => ({
      ...memory,
      uses: uses.get(nameMemory(memory)) ?? { calls: 0, newest: [] },
    })),
  };
}

/** Walks the newest executions backwards, so that the number of older ones does not matter. */
function newestCalls(owner: RawBuilder<unknown>) {
  return sql`
    select workflow_id, conversation_id, execution.id, made.step, model_call.created_at as at, manifest
    from execution join context_manifest made on made.execution_id = execution.id
    join model_call on model_call.execution_id = made.execution_id and model_call.step = made.step
    where ${owner} order by execution.id desc, made.step desc limit ${NEWEST_CALLS}`;
}

function toNewest({ executionIds, ats }: NewestUses): { executionId: string; at: Date }[] {
  return ats.map((at, place) => ({ executionId: executionIds[place] ?? '', at }));
}
