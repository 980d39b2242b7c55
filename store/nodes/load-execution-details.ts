import type { FlowDefinition } from '../../flow/definition.js';
import { loopBody } from '../../flow/graph/loop-body.js';
import { findLoop } from '../../flow/graph/find-loop.js';
import type { ExecutionStatus } from '../../flow/execution/execution-status.js';
import type { Database } from '../database.js';
import { loadLoopProgress, type ItemEnd, type LoopProgress } from './loop-progress.js';
import { loadNodeTotals, type NodeTotals } from './node-totals.js';
import { loadNodeUsage, type NodeUsage } from './node-usage.js';
import { toNodeViews } from './to-node-views.js';
import { loadWaitedTimes, type WaitedTime } from './waited-times.js';
import type { NodeView, ExecutionDetails, ItemRun } from '../../views/execution.js';
import { sql } from 'kysely';
import { nodeRunRows } from './node-run-rows.js';
import { repeats } from '../../flow/kinds/traits.js';
import { groupBy } from '../../protocol/group-by.js';

const MAX_ITEM_RUNS = 1_000;

export async function loadExecutionDetails(
  db: Database,
  { executionIds, hasItems = false }: { executionIds: readonly string[]; hasItems?: boolean },
): Promise<Map<string, ExecutionDetails>> {
  const executions = await loadRows(db, executionIds);
  if (executions.length === 0) return new Map();
  const ids = executions.map(({ id }) => id);
  const flows = await loadFlows(db, executions);
  const [totals, usage, loops, waited, runs] = await Promise.all([
    loadNodeTotals(db, ids),
    loadNodeUsage(db, ids),
    loadLoopProgress(db, { executionIds: ids, ends: listItemEnds(flows) }),
    loadWaitedTimes(db, executions),
    hasItems ? loadItemRuns(db, { executionIds: ids, limit: MAX_ITEM_RUNS }) : [],
  ]);
  const byExecution = {
    totals: groupBy(totals, ({ executionId }) => executionId),
    usage: groupBy(usage, ({ executionId }) => executionId),
    loops: groupBy(loops, ({ executionId }) => executionId),
    waits: groupBy(waited, ({ id }) => id),
    runs: groupBy(runs, ({ executionId }) => executionId),
  };
  return new Map(
    executions.map(({ workflowId, id, parentNodeId, givenTokens, returnedTokens, ...execution }) => {
      const flow = flows.get(flowKey(execution));
      const views = flow ? toViews({ flow, execution, rows: pickRows(byExecution, id) }) : [];
      const nodes = hasItems ? views.map((view) => withRuns(view, byExecution.runs.get(id) ?? [])) : views;
      const whole = byExecution.waits.get(id)?.find(({ nodeId }) => nodeId === null);
      const waitedMs = Math.round(whole?.waitedMs ?? 0);
      return [
        workflowId,
        { parentNodeId, givenTokens, returnedTokens, waitedMs, edges: flow?.definition.edges ?? [], nodes },
      ];
    }),
  );
}

async function loadRows(db: Database, executionIds: readonly string[]) {
  if (executionIds.length === 0) return [];
  return db
    .selectFrom('execution')
    .select(['id', 'workflow_id as workflowId', 'parent_id as parentId', 'conversation_id as conversationId'])
    .select(['flow_slug as flow', 'flow_version as version', 'status', 'trigger_id as triggerId'])
    .select(['parent_node_id as parentNodeId', 'given_tokens as givenTokens'])
    .select('returned_tokens as returnedTokens')
    .where('workflow_id', 'in', executionIds)
    .execute();
}

export async function loadFlows(
  db: Database,
  executions: readonly { flow: string; version: number }[],
): Promise<Map<string, { slug: string; version: number; definition: FlowDefinition }>> {
  const pinned = new Map(executions.map((execution) => [flowKey(execution), execution]));
  const rows = await db
    .selectFrom('flow_version')
    .select(['flow_slug as slug', 'version', 'definition'])
    .where((eb) =>
      eb.or(
        [...pinned.values()].map(({ flow, version }) =>
          eb.and([eb('flow_slug', '=', flow), eb('version', '=', version)]),
        ),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [flowKey({ flow: row.slug, version: row.version }), row]));
}

export function flowKey({ flow, version }: { flow: string; version: number }): string {
  return `${flow}@${version}`;
}

interface NodeRows {
  totals: NodeTotals[];
  usage: NodeUsage[];
  loops: LoopProgress[];
  waits: WaitedTime[];
}

function toViews(input: {
  flow: { definition: FlowDefinition };
  execution: { status: ExecutionStatus; conversationId: number | null; triggerId: string | null };
  rows: NodeRows;
}): NodeView[] {
  const { conversationId, status, triggerId } = input.execution;
  const isTurn = conversationId !== null;
  return toNodeViews({ flow: input.flow.definition, status, isTurn, triggerId, ...input.rows });
}

function listItemEnds(
  flows: ReadonlyMap<string, { slug: string; version: number; definition: FlowDefinition }>,
): ItemEnd[] {
  return [...flows.values()].flatMap(({ slug: flow, version, definition }) =>
    definition.nodes
      .filter(({ kind }) => repeats(kind))
      .flatMap(({ id: loopId }) => {
        const body = [...loopBody(definition, loopId)].filter((id) => findLoop(definition, id) === loopId);
        const back = definition.edges.filter(({ to, on }) => to === loopId && on === 'next');
        return [
          ...back.map(({ from }) => ({ flow, version, loopId, nodeId: from, status: 'success' as const })),
          ...body.map((nodeId) => ({ flow, version, loopId, nodeId, status: 'failed' as const })),
        ];
      }),
  );
}

function pickRows(
  rows: {
    totals: Map<number, NodeTotals[]>;
    usage: Map<number, NodeUsage[]>;
    loops: Map<number, LoopProgress[]>;
    waits: Map<number, WaitedTime[]>;
  },
  id: number,
): NodeRows {
  return {
    totals: rows.totals.get(id) ?? [],
    usage: rows.usage.get(id) ?? [],
    loops: rows.loops.get(id) ?? [],
    waits: rows.waits.get(id) ?? [],
  };
}

function withRuns(view: NodeView, runs: readonly ItemRow[]): NodeView {
  const itemRuns = runs
    .filter(({ nodeId }) => nodeId === view.nodeId)
    .map(({ executionId: _executionId, nodeId: _nodeId, ...run }) => run);
  return { ...view, itemRuns };
}

type ItemRow = ItemRun & { executionId: number; nodeId: string };

async function loadItemRuns(
  db: Database,
  { executionIds, limit }: { executionIds: readonly number[]; limit: number },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    with ${nodeRunRows(executionIds)}
    select execution_id as "executionId", node_id as "nodeId", iteration, status,
      started_at as "startedAt", finished_at as "finishedAt",
      error_type as "errorType", error_message as "errorMessage"
    from node_run where iteration <> '' order by execution_id, run limit ${limit}`.execute(db);
  return rows;
}
