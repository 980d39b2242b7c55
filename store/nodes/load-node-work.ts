import { sql, type RawBuilder } from 'kysely';
import type { FlowDefinition } from '../../flow/definition.js';
import { findLoop } from '../../flow/graph/find-loop.js';
import { outerIterations } from '../../flow/scheduler/outer-iterations.js';
import type { Database } from '../database.js';
import type { NodeWork, NodeValue } from '../../views/execution.js';

const MAX_RUNS = 100;
const MAX_CHARACTERS = 20_000;

export async function loadNodeWork(
  db: Database,
  { executionId, nodeId }: { executionId: string; nodeId: string },
): Promise<NodeWork | undefined> {
  const execution = await db
    .selectFrom('execution')
    .innerJoin('flow_version as version', (join) =>
      join
        .onRef('version.flow_slug', '=', 'execution.flow_slug')
        .onRef('version.version', '=', 'execution.flow_version'),
    )
    .select(['execution.id', 'version.definition'])
    .where('workflow_id', '=', executionId)
    .executeTakeFirst();
  const node = execution?.definition.nodes.find(({ id }) => id === nodeId);
  if (!execution || !node) return undefined;
  const before = namesBefore(execution.definition, nodeId);
  const runs = await loadRuns(db, { executionId: execution.id, nodeIds: [nodeId, ...before] });
  const { triggerId, ...start } = await loadStart(db, execution.id);
  const began = runs.some((run) => before.includes(run.nodeId)) ? [] : [toValue(triggerId, start)];
  const inputs = runs.filter((run) => run.nodeId !== nodeId);
  const outputs = runs.filter((run) => run.nodeId === nodeId);
  const loopId = findLoop(execution.definition, nodeId);
  const iteration = outputs.at(-1)?.iteration;
  return {
    nodeId,
    kind: node.kind,
    start,
    inputs: [
      ...began.filter(({ value }) => value !== null),
      ...inputs.map(({ nodeId: from, iteration, value }) => ({ nodeId: from, iteration, value })),
    ],
    outputs,
    loopItem:
      loopId === undefined || iteration === undefined
        ? null
        : await loadItem(db, { executionId: execution.id, nodeId: loopId, iteration }),
  };
}

async function loadItem(
  db: Database,
  { executionId, nodeId, iteration }: { executionId: number; nodeId: string; iteration: string },
): Promise<NodeWork['loopItem']> {
  const [, around = ''] = outerIterations(iteration);
  const row = await db
    .selectFrom('loop_item')
    .select(sql<string>`left(item::text, ${MAX_CHARACTERS})`.as('text'))
    .select(sql<boolean>`length(item::text) > ${MAX_CHARACTERS}`.as('isCut'))
    .where('execution_id', '=', executionId)
    .where('node_id', '=', nodeId)
    .where('iteration', '=', around)
    .where('position', '=', Number(iteration.split('.').at(-1)))
    .executeTakeFirst();
  return row ?? null;
}

function namesBefore({ edges }: FlowDefinition, nodeId: string): string[] {
  return [...new Set(edges.filter(({ to }) => to === nodeId).map(({ from }) => from))];
}

async function loadRuns(
  db: Database,
  { executionId, nodeIds }: { executionId: number; nodeIds: readonly string[] },
): Promise<NodeWork['outputs']> {
  const { rows } = await sql<NodeWork['outputs'][number]>`
    select result.node_id as "nodeId", result.iteration, result.status,
      node.error_type as "errorType", node.error_message as "errorMessage",
      case when result.output is not null then jsonb_build_object(
        'text', left(result.output::text, ${MAX_CHARACTERS}), 'isCut', length(result.output::text) > ${MAX_CHARACTERS}
      ) end as value
    from (
      select * from node_output where execution_id = ${executionId} and node_id = any(${[...nodeIds]}::text[])
      order by run desc limit ${MAX_RUNS}
    ) node join node_result result using (execution_id, node_id, iteration)
    order by node.run`.execute(db);
  return rows;
}

async function loadStart(
  db: Database,
  executionId: number,
): Promise<NodeWork['start'] & { triggerId: string | null }> {
  const cut = (content: RawBuilder<unknown>) => sql`
    case when ${content} <> '' then jsonb_build_object(
      'text', left(${content}, ${MAX_CHARACTERS}), 'isCut', length(${content}) > ${MAX_CHARACTERS}) end`;
  const { rows } = await sql<NodeWork['start'] & { triggerId: string | null }>`
    select trigger_id as "triggerId", ${cut(sql`start.text`)} as text, ${cut(sql`data::text`)} as data
    from execution, lateral (
      select coalesce(execution.input, (
        select said.content from thread_message said
        where said.conversation_id = execution.conversation_id and said.seq = execution.current_seq
          and said.role = 'user' limit 1
      )) as text
    ) start
    where execution.id = ${executionId}`.execute(db);
  return rows[0] ?? { triggerId: null, text: null, data: null };
}

function toValue(triggerId: string | null, { text, data }: NodeWork['start']): NodeValue {
  const parts = [text, data].filter((part) => part !== null);
  const value = { text: parts.map((part) => part.text).join('\n'), isCut: parts.some(({ isCut }) => isCut) };
  return { nodeId: triggerId ?? '', iteration: '', value: parts.length === 0 ? null : value };
}
