import { sql } from 'kysely';
import { NODE_TYPES } from '../../trajectory/graph/node-types.js';
import { countTypes, type GrownNode, type RunGrowth } from '../../trajectory/recorded/record-steps.js';
import type { DatabaseTransaction } from '../database.js';
import type { LoadedRun, RunKey } from './load-run.js';
import { formatPlaces } from './node-places.js';

/**
 * Adds recorded steps to a run's graph in one statement. If another process has recorded the same steps
 * meanwhile, nothing is written.
 */
export async function writeRun(
  trx: DatabaseTransaction,
  { executionId, run, growth }: Pick<RunKey, 'executionId'> & { run: LoadedRun; growth: RunGrowth },
): Promise<void> {
  const { nodeId, iteration, base, head } = run;
  const name = iteration === '' ? nodeId : `${nodeId}/${iteration}`;
  const nodes = numberNodes(growth.nodes.filter(({ type }) => type !== 'Query'));
  const edges = growth.edges.map(({ from, to, type }) => ({
    from_step: from.step,
    from_ordinal: from.ordinal,
    to_step: to.step,
    to_ordinal: to.ordinal,
    type,
  }));
  await sql`
    with place as (
      select root.conversation_id, case when root.conversation_id is null then root.id end as execution_id,
        case when root.id = own.id then ''
          else substr(own.workflow_id, length(root.workflow_id) + 2) || '/' end || ${name}::text as sub_agent
      from execution own join execution root on root.id = coalesce(own.root_id, own.id)
      where own.id = ${executionId}
    ), agent as (
      insert into trajectory_agent (conversation_id, execution_id, sub_agent, counts)
      select conversation_id, execution_id, sub_agent, ${countTypes(growth.nodes)}::integer[] from place
      on conflict (session, sub_agent) do update set counts = array(
        select coalesce(a, 0) + coalesce(b, 0)
        from unnest(trajectory_agent.counts, excluded.counts) with ordinality as sums (a, b, at) order by at)
      returning counts
    ), question as (
      insert into trajectory_node (execution_id, step, ordinal, type, number, node_id, iteration, recorded_through,
        pointers, created_at)
      select ${executionId}, ${base}, 0, 'Query', counts[1] - 1, ${nodeId}, ${iteration},
        ${growth.recordedThrough}, ${formatPlaces(growth.pointers)}, now()
      from agent
      on conflict (execution_id, step, ordinal, type) do update
        set recorded_through = excluded.recorded_through, pointers = excluded.pointers
        where trajectory_node.recorded_through = ${head?.recordedThrough ?? null}::integer
      returning 1
    ), node as (
      insert into trajectory_node (execution_id, step, ordinal, type, number, name, description, attributes)
      select ${executionId}, new.step, new.ordinal, new.type, counts[new.place] - new.behind, new.name,
        new.description, new.attributes
      from agent, json_to_recordset(${JSON.stringify(nodes)}::json) as new (step integer, ordinal integer,
        type text, place integer, behind integer, name text, description text, attributes jsonb)
      where exists (select from question)
      on conflict do nothing
    )
    insert into trajectory_edge (execution_id, from_step, from_ordinal, to_step, to_ordinal, type)
    select ${executionId}, from_step, from_ordinal, to_step, to_ordinal, type
    from json_to_recordset(${JSON.stringify(edges)}::json) as new (from_step integer, from_ordinal integer,
      to_step integer, to_ordinal integer, type text)
    where exists (select from question)
    on conflict do nothing`.execute(trx);
}

/**
 * Adds to each node the place of its type, from 1, and how many nodes of the type are left from it on, because
 * labels are numbered from the end.
 */
function numberNodes(nodes: readonly GrownNode[]) {
  const left = countTypes(nodes);
  return nodes.map((node) => {
    const index = NODE_TYPES.indexOf(node.type);
    const behind = left[index] ?? 0;
    left[index] = behind - 1;
    return { ...node, place: index + 1, behind };
  });
}
