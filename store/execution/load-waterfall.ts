import { sql, type RawBuilder } from 'kysely';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import type { Waterfall } from '../../views/waterfall.js';
import type { Database } from '../database.js';
import { flowKey, loadFlows } from '../nodes/load-execution-details.js';
import { selectQueueStep } from '../nodes/select-queue-step.js';
import { nodeRunRows } from '../nodes/node-run-rows.js';
import {
  listNodeNames,
  toFact,
  toRow,
  type NodeName,
  type Place,
  type RowFact,
  type TreeRow,
} from './to-waterfall-row.js';
import { readCursor, writeCursor } from '../cursor.js';

const MAX_PREVIEW = 200;
const MAX_ERROR = 2_000;
const MAX_TOOLS_NAMED = 100;

const BEFORE_ALL: Place = [0, -2, 0, 0, ''];

export interface WaterfallInput {
  executionId: string;
  user: string | undefined;
  after?: string | undefined;
  limit: number;
}

export async function loadWaterfall(
  db: Database,
  input: WaterfallInput,
): Promise<Omit<Waterfall, 'pending'>> {
  const after =
    input.after === undefined ? BEFORE_ALL : readCursor(input.after, { list: 'a waterfall', isPlace });
  const executions = await loadTreePart(db, { ...input, from: after[0] });
  if (executions.length === 0) return { rows: [], next: null };
  const [facts, flows] = await Promise.all([
    loadFacts(db, { ids: executions.map(({ id }) => id), after, limit: input.limit + 1 }),
    loadFlows(db, executions),
  ]);
  const all = [...executions.map(toFact), ...facts].filter(({ place }) => comparePlaces(place, after) > 0);
  all.sort((one, other) => comparePlaces(one.place, other.place));
  const page = all.slice(0, input.limit);
  const byId = new Map(executions.map((execution) => [execution.id, execution]));
  const names = new Map<string, ReadonlyMap<string, NodeName>>();
  const last = page.at(-1);
  return {
    rows: page.flatMap((fact) => {
      const execution = byId.get(fact.place[0]);
      return execution ? [toRow(fact, execution, nameNodes(execution))] : [];
    }),
    next: all.length > input.limit && last ? writeCursor(JSON.stringify(last.place)) : null,
  };

  function nameNodes(execution: TreeRow): ReadonlyMap<string, NodeName> {
    const key = flowKey(execution);
    const known = names.get(key) ?? listNodeNames(flows.get(key)?.definition);
    names.set(key, known);
    return known;
  }
}

async function loadTreePart(
  db: Database,
  { executionId, user, from, limit }: WaterfallInput & { from: number },
): Promise<TreeRow[]> {
  const { rows } = await sql<TreeRow>`
    with recursive named as (
      select id, coalesce(root_id, id) as root_id from execution
      where workflow_id = ${executionId} and (${user ?? null}::text is null or user_id = ${user ?? null})
    ), tree (id) as (
      select id from named
      union
      select below.id from tree cross join named
      join execution below on below.root_id = named.root_id
        and (below.parent_id = tree.id or named.id = named.root_id)
    )
    select execution.id, execution.workflow_id as "executionId", parent.workflow_id as "parentId",
      execution.parent_node_id as "parentNodeId", execution.parent_step as "parentStep",
      execution.parent_ordinal as "parentOrdinal", execution.flow_slug as flow, execution.flow_version as version,
      execution.status, execution.created_at as "createdAt", execution.finished_at as "finishedAt",
      execution.error_type as "errorType", left(execution.error_message, ${MAX_ERROR}) as "errorMessage",
      left(coalesce(execution.input, (
        select said.content from thread_message said
        where said.conversation_id = execution.conversation_id and said.position = execution.position
          and said.role = 'user' limit 1
      )), ${MAX_PREVIEW}) as question
    from execution left join execution parent on parent.id = execution.parent_id
    where execution.id in (select id from tree) and execution.id >= ${from}
      and (${user ?? null}::text is null or execution.user_id = ${user ?? null})
    order by execution.id limit ${limit + 1}`.execute(db);
  return rows;
}

function selectTools(ids: readonly number[]) {
  return sql`select tool.execution_id, tool.step, tool.ordinal, 3 as rank, '' as tie, 'tool' as kind, tool.name,
          call.node_id as "nodeId", call.iteration, left(tool.progress, ${MAX_PREVIEW}) as detail,
          case when tool.finished_at is null then 'running' when tool.is_error or tool.is_unknown then 'failed'
            else 'success' end as status, call.purpose, null::text as "finishReason", '{}'::text[] as tools,
          ${queueStep('tool', sql`call.purpose = 'placed'`)}, tool.attempt, 0 as failures,
          null::integer as "firstTokenMs", 0 as "inputTokens",
          0 as "cachedInputTokens", 0 as "outputTokens", null::text as cost, null::text as "errorType",
          case when tool.is_error or tool.is_unknown then (
            select left(message.content -> 0 -> 'output' ->> 'value', ${MAX_ERROR}) from trace_message message
            where message.execution_id = tool.execution_id and message.step = tool.step
              and message.ordinal = tool.ordinal) end as "errorMessage",
          tool.started_at as "startedAt", tool.finished_at as "finishedAt"
        from tool_call tool join model_call call using (execution_id, step)
        where tool.execution_id = any(${[...ids]}::bigint[])`;
}

function queueStep(table: 'tool' | 'model_call', where?: RawBuilder<unknown>) {
  const step = selectQueueStep({
    executionId: sql.ref(`${table}.execution_id`),
    step: sql.ref(`${table}.step`),
    ...(where && { where }),
  });
  return sql`${step} as "queueStep"`;
}

/** Limits each part, so that at most four pages are sorted. */
async function loadFacts(
  db: Database,
  { ids, after, limit }: { ids: readonly number[]; after: Place; limit: number },
): Promise<RowFact[]> {
  const page = sql`
    where (execution_id, step, ordinal, rank, tie collate "C")
      > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer, ${after[3]}::integer, ${after[4]}::text collate "C")
    order by execution_id, step, ordinal, rank, tie collate "C" limit ${limit}`;
  const isAsked = sql`execution_id = any(${[...ids]}::bigint[])`;
  const noCall = sql`null::json as "queueStep", 1 as attempt, 0 as failures,
    null::integer as "firstTokenMs", 0 as "inputTokens", 0 as "cachedInputTokens", 0 as "outputTokens", null::text as cost`;
  const { rows } = await sql<RowFact>`
    with ${nodeRunRows(ids)}, fact as (
      (select * from (
        select execution_id, run::bigint * ${sql.lit(STEP_BLOCK)} as step, 0 as ordinal, 1 as rank,
          node_id || '/' || iteration as tie, 'node' as kind, node_id as name, node_id as "nodeId", iteration,
          kind as detail, status, '' as purpose, null::text as "finishReason", '{}'::text[] as tools, ${noCall},
          error_type as "errorType", left(error_message, ${MAX_ERROR}) as "errorMessage",
          started_at as "startedAt", finished_at as "finishedAt"
        from node_run
      ) node ${page})
      union all
      (select * from (
        select execution_id, step, 0 as ordinal, 2 as rank, '' as tie, 'call' as kind, model as name,
          node_id as "nodeId", iteration, model as detail, status, purpose, finish_reason as "finishReason",
          array(select tool.name from tool_call tool where tool.execution_id = model_call.execution_id
            and tool.step = model_call.step order by ordinal limit ${MAX_TOOLS_NAMED}) as tools,
          ${queueStep('model_call')}, attempt, failures, first_token_ms as "firstTokenMs",
          input_tokens as "inputTokens",
          cached_input_tokens as "cachedInputTokens", output_tokens as "outputTokens", cost::text as cost,
          error_type as "errorType", left(error_message, ${MAX_ERROR}) as "errorMessage",
          created_at as "startedAt", finished_at as "finishedAt"
        from model_call where ${isAsked} and purpose <> 'placed'
      ) call ${page})
      union all
      (select * from (
        ${selectTools(ids)}
      ) tool ${page})
      union all
      (select * from (
        select asked.execution_id,
          case when asked.step > 0 then asked.step else coalesce(node.run, 0)::bigint * ${sql.lit(STEP_BLOCK)} end as step,
          asked.ordinal, 4 as rank, asked.node_id || '/' || asked.iteration as tie, 'wait' as kind,
          asked.tool_name as name, asked.node_id as "nodeId", asked.iteration,
          left(asked.prompt, ${MAX_PREVIEW}) as detail, asked.status, '' as purpose, null::text as "finishReason",
          '{}'::text[] as tools, ${noCall}, null::text as "errorType", null::text as "errorMessage",
          asked.created_at as "startedAt", asked.finished_at as "finishedAt"
        from approval asked
        left join node_output node using (execution_id, node_id, iteration)
        where asked.execution_id = any(${[...ids]}::bigint[])
      ) wait ${page})
    )
    select json_build_array(execution_id, step, ordinal, rank, tie) as place, fact.* from fact`.execute(db);
  return rows;
}

function comparePlaces(one: Place, other: Place): number {
  for (const at of [0, 1, 2, 3] as const) if (one[at] !== other[at]) return one[at] - other[at];
  return Buffer.compare(Buffer.from(one[4]), Buffer.from(other[4]));
}

function isPlace(place: readonly unknown[]): place is Place {
  const tie = place[4];
  return (
    place.length === 5 &&
    place.slice(0, 4).every(Number.isSafeInteger) &&
    typeof tie === 'string' &&
    !tie.includes('\0')
  );
}
