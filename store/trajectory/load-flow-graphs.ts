import { sql } from 'kysely';
import { flowGraph, FLOW_AGENT, type FlowRun, type RanFlow } from '../../trajectory/flow/flow-graph.js';
import { wasRefused } from '../../flow/execution/failure-output.js';
import { hasTrait, kindsWith, TRIGGER_KINDS } from '../../flow/kinds/traits.js';
import { subExecutionWorkflowId } from '../../protocol/ids.js';
import type { Database } from '../database.js';
import type { Round } from './find-rounds.js';
import type { RestoredRound } from './to-round.js';

const SCRIPTS = kindsWith('hasScript');
/** A flow with a single node gets a graph only if the node is one of these. */
const SHOWN_ALONE = kindsWith('runsFlow', 'runsWorkflow', 'asks', 'hasScript');

interface RanRow extends Pick<RanFlow, 'question' | 'isCompleted' | 'edges'> {
  scripts: RanFlow['scripts'] | null;
  rootId: number;
  path: string;
  workflowId: string;
  askedAt: Date;
  runs: (Omit<FlowRun, 'executions' | 'flows' | 'isRefused' | 'startedAt'> & { startedAt: string })[] | null;
  children: { workflowId: string; flow: string }[] | null;
}

/** Skips single agents, whose own graph shows everything. */
export async function loadFlowGraphs(db: Database, rounds: readonly Round[]): Promise<RestoredRound[]> {
  const byExecution = new Map(rounds.map((round) => [round.executionId, round]));
  const rows = await selectFlows([...byExecution.keys()]).execute(db);
  return rows.rows.flatMap((row) => {
    const round = byExecution.get(row.rootId);
    return round ? [{ snapshot: flowGraph(toRanFlow(row, round)), messages: [] }] : [];
  });
}

function toRanFlow(row: RanRow, { user, session, round }: Round): RanFlow {
  const { path, workflowId, question, askedAt, isCompleted, edges, scripts, runs, children } = row;
  return {
    owner: { user, session, round, subAgent: path === '' ? FLOW_AGENT : `${path}/${FLOW_AGENT}` },
    question,
    askedAt: askedAt.toISOString(),
    isCompleted,
    edges,
    scripts: scripts ?? [],
    runs: (runs ?? []).map((run) => {
      const started = (children ?? []).filter((child) =>
        startedBy(run, child.workflowId.slice(workflowId.length + 1)),
      );
      return {
        ...run,
        isRefused: wasRefused(run),
        startedAt: new Date(run.startedAt).toISOString(),
        executions: [
          ...started.map((child) => child.workflowId),
          ...(hasTrait({ kind: run.kind }, 'runsWorkflow')
            ? [subExecutionWorkflowId(workflowId, { ...run, ordinal: 1 })]
            : []),
        ],
        flows: started.map((child) => child.flow),
      };
    }),
  };
}

function startedBy({ nodeId, iteration }: Pick<FlowRun, 'nodeId' | 'iteration'>, path: string): boolean {
  const place = iteration === '' ? nodeId : `${nodeId}/${iteration}`;
  return path.slice(0, path.lastIndexOf('/')) === place;
}

/** Only the first node of a loop's body has an edge on `item`. */
const selectItem = sql`(
  select json_build_object('item', loop_item.item, 'index', loop_item.position)
  from jsonb_array_elements(flow.definition -> 'edges') edge
  join loop_item on loop_item.execution_id = node.execution_id and loop_item.node_id = edge ->> 'from'
    and loop_item.iteration = regexp_replace(node.iteration, '[.]?[0-9]+$', '')
    and loop_item.position = substring(node.iteration from '[0-9]+$')::int
  where edge ->> 'to' = node.node_id and edge ->> 'on' = 'item'
  limit 1)`;

function selectFlows(rootIds: readonly number[]) {
  return sql<RanRow>`
    with tree as (
      select id, id as root_id from execution where id = any(${rootIds}::bigint[])
      union all
      select id, root_id from execution where root_id = any(${rootIds}::bigint[])
    )
    select tree.root_id as "rootId", own.workflow_id as "workflowId",
      case when own.id = tree.root_id then '' else substr(own.workflow_id, length(root.workflow_id) + 2) end as path,
      coalesce(message.content, own.input) as question, coalesce(message.created_at, own.created_at) as "askedAt",
      own.status = 'completed' as "isCompleted", flow.definition -> 'edges' as edges,
      (select json_agg(json_build_object('nodeId', node.node_id, 'iteration', node.iteration, 'run', node.run,
          'kind', node.kind, 'status', node.status, 'output', result.output, 'startedAt', node.started_at,
          'error', case when node.error_message is not null
            then json_build_object('type', node.error_type, 'message', node.error_message) end,
          'item', case when node.status = 'failed' and node.iteration <> '' then ${selectItem} end,
          'finishedAt', node.finished_at) order by node.run)
        from node_output node
        join node_result result using (execution_id, node_id, iteration)
        where node.execution_id = own.id) as runs,
      (select json_agg(json_build_object('workflowId', child.workflow_id, 'flow', child.flow_slug)
          order by child.id) from execution child
        where child.parent_id = own.id and child.parent_step is null) as children,
      (select json_agg(json_build_object('nodeId', node ->> 'id', 'content',
          coalesce(node #> '{config,expression}', node #> '{config,template}')))
        from jsonb_array_elements((flow.definition -> 'nodes')::jsonb) node
        where node ->> 'kind' = any(${SCRIPTS})) as scripts
    from tree join execution own on own.id = tree.id join execution root on root.id = tree.root_id
    join flow_version flow on flow.flow_slug = own.flow_slug and flow.version = own.flow_version
    left join thread_message message on message.conversation_id = own.conversation_id
      and message.position = own.position and message.role = 'user'
    where 1 < (select count(*) + count(*) filter (where node ->> 'kind' = any(${SHOWN_ALONE}))
        from jsonb_array_elements((flow.definition -> 'nodes')::jsonb) node
        where node ->> 'kind' <> all(${TRIGGER_KINDS}))
      and exists (select from node_output where node_output.execution_id = own.id)
    order by own.id`;
}
