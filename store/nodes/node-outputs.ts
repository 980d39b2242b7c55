import { sql, type RawBuilder } from 'kysely';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { TrajectoryWrite } from '../../trajectory/writes/trajectory-write.js';
import type { Database } from '../database.js';
import type { NodeOutputTable } from '../tables/node.table.js';
import { leftMsUntil } from './left-ms-until.js';

export interface NodeKey {
  executionId: number;
  nodeId: string;
  iteration: string;
}

export interface StoredNode {
  nodeId: string;
  iteration: string;
  kind: string;
  status: NodeOutputTable['status'];
  output: unknown;
  answerStep: number | null;
}

export interface NewNodeOutput extends NodeKey {
  run: number;
  kind: string;
  status: 'running' | 'waiting' | 'success';
  output?: unknown;
  answerStep?: number;
  waitsMs?: number;
  writes?: readonly TrajectoryWrite[];
}

/** Returns false for an existing run or an ended execution. */
export async function insertNodeOutput(db: Database, node: NewNodeOutput): Promise<boolean> {
  const { writes = [] } = node;
  const output = node.output === undefined ? null : JSON.stringify(node.output);
  const finishedAt = node.status === 'success' ? new Date() : null;
  const inserted = await sql`
    insert into node_output (execution_id, node_id, iteration, run, kind, status, output, answer_step, waits_until,
      finished_at, writes)
    select id, ${node.nodeId}, ${node.iteration}, ${node.run}, ${node.kind}, ${node.status}, ${output}::jsonb,
      ${node.answerStep ?? null}, now() + ${node.waitsMs ?? null}::double precision * interval '1 ms', ${finishedAt},
      ${writes.length === 0 ? null : JSON.stringify(writes)}::jsonb
    from execution where id = ${node.executionId} and finished_at is null
    for key share
    on conflict do nothing`.execute(db);
  return inserted.numAffectedRows === 1n;
}

export async function findNodeOutput(db: Database, key: NodeKey): Promise<StoredNode | undefined> {
  return db
    .selectFrom('node_result')
    .select(['node_id as nodeId', 'iteration', 'kind', 'status', 'output', 'answer_step as answerStep'])
    .where(ofNode(key))
    .executeTakeFirst();
}

/** In tables with the columns of a node's key. */
export function ofNode({ executionId, nodeId, iteration }: NodeKey): RawBuilder<boolean> {
  return sql<boolean>`(execution_id = ${executionId} and node_id = ${nodeId} and iteration = ${iteration})`;
}

export async function hasNodeEnded(db: Database, key: NodeKey): Promise<boolean> {
  const ended = await db
    .selectFrom('node_output')
    .select('run')
    .where(ofNode(key))
    .where('finished_at', 'is not', null)
    .executeTakeFirst();
  return ended !== undefined;
}

/** Zero after the end of the wait. */
export async function findWaitLeftMs(db: Database, key: NodeKey): Promise<number> {
  const { leftMs } = await db
    .selectFrom('node_output')
    .select(leftMsUntil(sql.ref('waits_until')).as('leftMs'))
    .where(ofNode(key))
    .executeTakeFirstOrThrow();
  return leftMs ?? 0;
}

export async function loadNodeResults(
  db: Database,
  input: { executionId: number; iterations: readonly string[]; nodeIds?: readonly string[] | undefined },
): Promise<StoredNode[]> {
  if (input.nodeIds?.length === 0) return [];
  let query = db
    .selectFrom('node_result')
    .select(['node_id as nodeId', 'iteration', 'kind', 'status', 'output', 'answer_step as answerStep'])
    .where('execution_id', '=', input.executionId)
    .where('iteration', 'in', input.iterations)
    .where('status', 'in', ['success', 'failed']);
  if (input.nodeIds) query = query.where('node_id', 'in', input.nodeIds);
  return query.execute();
}

export async function endNodeOutput(
  db: Database,
  node: NodeKey & {
    status: 'success' | 'failed' | 'cancelled';
    output?: unknown;
    answerStep?: number;
    errorType?: string | undefined;
    errorMessage?: string | undefined;
    touched?: readonly Touched[];
    writes?: readonly TrajectoryWrite[];
  },
): Promise<void> {
  const { touched = [], writes = [] } = node;
  await db
    .updateTable('node_output')
    .set({
      status: node.status,
      output: node.output === undefined ? undefined : JSON.stringify(node.output),
      answer_step: node.answerStep,
      touched: touched.length === 0 ? undefined : JSON.stringify(touched),
      writes: writes.length === 0 ? undefined : JSON.stringify(writes),
      error_type: node.errorType ?? null,
      error_message: node.errorMessage ?? null,
      finished_at: new Date(),
    })
    .where(ofNode(node))
    .where('finished_at', 'is', null)
    .execute();
}

/** A node that failed at its start has no row yet. */
export async function storeFailedNode(
  db: Database,
  node: NodeKey & {
    run: number;
    kind: string;
    errorType?: string | undefined;
    errorMessage?: string | undefined;
    output?: unknown;
  },
): Promise<void> {
  await insertNodeOutput(db, { ...node, output: undefined, status: 'running' });
  await endNodeOutput(db, { ...node, status: 'failed' });
}

export async function countNodeFailure(db: Database, node: NodeKey): Promise<number> {
  const row = await db
    .updateTable('node_output')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where(ofNode(node))
    .returning('failures')
    .executeTakeFirstOrThrow();
  return row.failures;
}

export async function endLoopOutput(
  db: Database,
  loop: NodeKey & { resultNodes: readonly string[]; bodyNodes: readonly string[] },
): Promise<void> {
  const { executionId, nodeId, iteration, resultNodes, bodyNodes } = loop;
  const prefix = iteration === '' ? '' : `${iteration}.`;
  await sql`
    update node_output set status = 'success', finished_at = now(), output = jsonb_build_object(
      'total', gathered.total, 'results', gathered.results)
    from (
      select count(*) as total, coalesce(jsonb_agg(coalesce(
        failed.output, case when ${isWrapped} then result.output -> 'output' else result.output end,
        'null'::jsonb) order by item.position), '[]'::jsonb) as results
      from loop_item item
      left join lateral (
        select output from node_result
        where execution_id = item.execution_id and iteration = ${prefix}::text || item.position
          and node_id = any(${[...resultNodes]}::text[]) and status = 'success'
        order by run desc limit 1
      ) result on true
      left join lateral (
        select output from node_output
        where execution_id = item.execution_id and iteration = ${prefix}::text || item.position
          and node_id = any(${[...bodyNodes]}::text[]) and status = 'failed' and result.output is null
        order by run limit 1
      ) failed on true
      where item.execution_id = ${executionId} and item.node_id = ${nodeId} and item.iteration = ${iteration}
    ) gathered
    where execution_id = ${executionId} and node_id = ${nodeId} and iteration = ${iteration}
      and finished_at is null`.execute(db);
}

const isWrapped = sql`case when jsonb_typeof(result.output) = 'object'
  then result.output ? 'output' and result.output - 'output' = '{}'::jsonb else false end`;

export async function endOpenNodes(
  db: Database,
  {
    executionId,
    status,
    reason,
  }: { executionId: number; status: 'failed' | 'cancelled'; reason: string | undefined },
): Promise<void> {
  await db
    .updateTable('node_output')
    .set({ status, error_message: reason, finished_at: new Date() })
    .where('execution_id', '=', executionId)
    .where('finished_at', 'is', null)
    .execute();
}
