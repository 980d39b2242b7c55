import { sql } from 'kysely';
import type { TraceContent } from '../../context/message/trace-content.js';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import type { EdgeType } from '../../trajectory/graph/edge-types.js';
import type { NodeType } from '../../trajectory/graph/node-types.js';
import type { NodePlace } from '../../trajectory/graph/node-place.js';
import type { QueueStep } from '../../trajectory/render/queue-step.js';
import type { Attributes, NodeVersion } from '../../trajectory/graph/trajectory-node.js';
import type { NodeChange } from '../../trajectory/writes/trajectory-write.js';
import { REFUSED_ANSWER } from '../calls/streamed-calls.js';
import type { Database } from '../database.js';
import { selectQueueStep } from '../nodes/select-queue-step.js';

export interface RecordedQuery {
  executionId: number;
  base: number;
  rootId: number;
  subAgent: string;
  nodeId: string;
  iteration: string;
  number: number | null;
  label: string | null;
  pointers: string;
  isBroken: boolean;
  changes: readonly NodeChange[] | null;
  question: string | null;
  askedAt: Date;
}

export interface RecordedNode extends NodePlace {
  executionId: number;
  base: number;
  type: NodeType;
  number: number | null;
  label: string | null;
  name: string | null;
  description: string | null;
  attributes: Attributes | null;
  versions: Record<number, NodeVersion> | null;
  changes: readonly NodeChange[] | null;
  /** Null for the time of its trace message. */
  addedAt: Date | null;
  content: TraceContent | null;
  saidAt: Date | null;
  call: {
    finishReason: string | null;
    isRefused: boolean;
    input: number;
    cachedInput: number;
    output: number;
  } | null;
  instruction: { text: string; step: number } | null;
  plan: PlanItem[] | null;
  tool: { startedAt: string; finishedAt: string | null; isError: boolean | null } | null;
  queueStep: QueueStep | null;
  isAnswer: boolean;
  own: { kind: string; status: string; output: unknown; startedAt: string; finishedAt: string | null } | null;
}

export type PlanItem = { item: string; status: 'open' | 'doing' | 'done' };

export interface RecordedEdge {
  executionId: number;
  from: NodePlace;
  to: NodePlace;
  type: EdgeType;
}

interface StartedRow extends NodePlace {
  executionId: number;
  startedId: string;
}

export interface RoundRows {
  runs: readonly RecordedQuery[];
  nodes: readonly RecordedNode[];
  edges: readonly RecordedEdge[];
  started: readonly StartedRow[];
}

export async function loadRuns(
  db: Database,
  { rootIds, subAgent }: { rootIds: readonly number[]; subAgent: string | undefined },
): Promise<RecordedQuery[]> {
  const { rows } = await sql<RecordedQuery>`
    with tree as (
      select id, id as root_id from execution where id = any(${rootIds}::bigint[])
      union all
      select id, root_id from execution where root_id = any(${rootIds}::bigint[])
    ), run as (
      select tree.root_id, own.id, own.conversation_id, own.position, own.input, own.created_at as began_at,
        question.step as base, question.node_id, question.iteration, question.number, question.label,
        question.pointers, question.changes, own.status in ('cancelled', 'failed') as is_broken,
        case when own.id = tree.root_id then ''
          else substr(own.workflow_id, length(root.workflow_id) + 2) || '/' end || question.node_id
          || case when question.iteration = '' then '' else '/' || question.iteration end as sub_agent
      from tree join execution own on own.id = tree.id join execution root on root.id = tree.root_id
      join trajectory_node question on question.execution_id = own.id and question.type = 'Query'
    )
    select run.id as "executionId", run.base, run.root_id as "rootId", run.sub_agent as "subAgent",
      run.node_id as "nodeId", run.iteration, run.number, run.label, run.pointers,
      run.changes, run.is_broken as "isBroken",
      coalesce(message.content, run.input) as question, coalesce(message.created_at, run.began_at) as "askedAt"
    from run
    left join thread_message message on message.conversation_id = run.conversation_id
      and message.position = run.position and message.role = 'user'
    where ${subAgent ?? null}::text is null or run.sub_agent = ${subAgent ?? null}::text
    order by run.id, run.base`.execute(db);
  return rows;
}

export async function loadRunRows(
  db: Database,
  { runs, isOutline }: { runs: readonly RecordedQuery[]; isOutline: boolean },
): Promise<RoundRows> {
  if (runs.length === 0) return { runs, nodes: [], edges: [], started: [] };
  const [nodes, edges, started] = await Promise.all([
    selectNodes(runs, isOutline).execute(db),
    selectEdges(runs).execute(db),
    selectStarted(runs).execute(db),
  ]);
  return { runs, nodes: nodes.rows, edges: edges.rows, started: started.rows };
}

function toTable(runs: readonly RecordedQuery[]) {
  return sql`unnest(${runs.map(({ executionId }) => executionId)}::bigint[],
    ${runs.map(({ base }) => base)}::bigint[], ${runs.map(({ nodeId }) => nodeId)}::text[],
    ${runs.map(({ iteration }) => iteration)}::text[]) as run (execution_id, base, node_id, iteration)`;
}

const PLAN = sql`(
  select json_agg(json_build_object('item', item, 'status', status) order by place, ordinal) from (
    select left(content, 200) as item, place, ordinal, given.status from (
      select content, ordinal, array_position(array['pre', 'todo', 'post'], queue) as place,
        case when begun_step < begun_last then 'done' when begun_step = begun_last then 'doing' else 'open' end as status
      from (
        select *, max(begun_step) filter (where begun_step <= node.step) over () as begun_last from agent_step
        where node.type = 'State' and node.ordinal = 0 and agent_step.execution_id = node.execution_id
          and agent_step.run = node.step / ${sql.lit(STEP_BLOCK)}
      ) step_of_run
      where content is not null and created_at <= coalesce(message.created_at, now())
    ) given
    order by given.status = 'done', place, ordinal limit 30
  ) kept
)`;

const QUEUE_STEP = selectQueueStep({
  executionId: sql`node.execution_id`,
  step: sql`node.step`,
  where: sql`node.type = 'State' and node.ordinal = 0`,
});

const IS_ANSWER = sql`(node.type = 'State' and node.ordinal = 0 and exists (
  select from node_output answered where answered.execution_id = node.execution_id
    and answered.node_id = run.node_id and answered.iteration = run.iteration
    and answered.answer_step = node.step
))`;

/** `offset 0` forces lookups by key, even without statistics. */
function selectNodes(runs: readonly RecordedQuery[], isOutline: boolean) {
  const content = isOutline ? sql`null::jsonb` : sql.ref('message.content');
  const output = isOutline ? sql`null` : sql.ref('own.output');
  return sql<RecordedNode>`
    select found.* from ${toTable(runs)} cross join lateral (
      select node.execution_id as "executionId", run.base, node.step, node.ordinal, node.type, node.number,
        node.label, node.name, node.description, node.attributes, node.versions, node.changes,
        node.created_at as "addedAt", ${content} as content, message.created_at as "saidAt",
        case when call.step is not null then json_build_object('finishReason', call.finish_reason,
          'isRefused', call.status = 'completed' and call.error_type is not distinct from ${REFUSED_ANSWER},
          'input', call.input_tokens, 'cachedInput', call.cached_input_tokens, 'output', call.output_tokens) end as call,
        (select json_build_object('text', string_agg(content, E'\\n\\n' order by ordinal), 'step', begun_step)
          from (
            select ordinal, content, begun_step from agent_step
            where execution_id = node.execution_id and agent_step.run = node.step / ${sql.lit(STEP_BLOCK)}
            union all
            select turn.position, said.content, turn.joined_step
            from execution of_turn
            join turn on turn.conversation_id = of_turn.conversation_id and turn.of_position = of_turn.position
              and turn.while_running = 'steer'
              and turn.joined_step / ${sql.lit(STEP_BLOCK)} = node.step / ${sql.lit(STEP_BLOCK)}
            join conversation_message said on said.conversation_id = turn.conversation_id
              and said.position = turn.position and said.role = 'user'
            where of_turn.id = node.execution_id
          ) said_to_it
          where node.type = 'State' and node.ordinal = 0 and begun_step <= node.step
          group by begun_step order by begun_step desc limit 1) as instruction,
        ${isOutline ? sql`null::json` : PLAN} as plan,
        ${isOutline ? sql`null::json` : QUEUE_STEP} as "queueStep",
        ${isOutline ? sql`false` : IS_ANSWER} as "isAnswer",
        case when tool.step is not null then json_build_object('startedAt', tool.started_at,
          'finishedAt', tool.finished_at, 'isError', tool.is_error) end as tool,
        case when own.node_id is not null then json_build_object('kind', own.kind, 'status', own.status,
          'output', ${output}, 'startedAt', own.started_at, 'finishedAt', own.finished_at) end as own
      from trajectory_node node
      left join trace_message message on message.execution_id = node.execution_id and message.step = node.step
        and message.ordinal = node.ordinal and not message.is_partial
      left join model_call call on node.type = 'State' and node.ordinal = 0
        and call.execution_id = node.execution_id and call.step = node.step
      left join tool_call tool on node.type = 'Action' and tool.execution_id = node.execution_id
        and tool.step = node.step and tool.ordinal = node.ordinal
      left join node_output own on node.type = 'Action' and node.step = run.base and node.ordinal = 1
        and own.execution_id = node.execution_id and own.node_id = run.node_id and own.iteration = run.iteration
      where node.execution_id = run.execution_id and node.step >= run.base
        and node.step < run.base + ${sql.lit(STEP_BLOCK)} and node.type <> 'Query'
      offset 0
    ) found
    order by found."executionId", found.step, (found.ordinal < 0), abs(found.ordinal)`;
}

function selectEdges(runs: readonly RecordedQuery[]) {
  return sql<RecordedEdge>`
    select found.* from ${toTable(runs)} cross join lateral (
      select edge.execution_id as "executionId", edge.type,
        json_build_object('step', from_step, 'ordinal', from_ordinal) as "from",
        json_build_object('step', to_step, 'ordinal', to_ordinal) as "to"
      from trajectory_edge edge
      where edge.execution_id = run.execution_id and edge.to_step >= run.base
        and edge.to_step < run.base + ${sql.lit(STEP_BLOCK)}
      order by to_step, (to_ordinal < 0), abs(to_ordinal), from_step, from_ordinal
      offset 0
    ) found`;
}

function selectStarted(runs: readonly RecordedQuery[]) {
  return sql<StartedRow>`
    select parent_id as "executionId", parent_step as step, parent_ordinal as ordinal, workflow_id as "startedId"
    from execution
    where root_id = any(${[...new Set(runs.map(({ rootId }) => rootId))]}::bigint[]) and parent_step is not null
    order by id`;
}
