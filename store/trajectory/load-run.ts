import { sql } from 'kysely';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import type { RecordedCall, RecordedRun, RecordedStep } from '../../trajectory/recorded/record-steps.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { DatabaseTransaction } from '../database.js';
import { parsePlaces } from './node-places.js';
import { isUndescribed } from './undescribed.js';

/** Identifies the run of a node in an execution. */
export interface RunKey {
  executionId: number;
  /** The step before the first step of the run. */
  base: number;
}

/** A run with the steps and tool calls that are not recorded in its graph yet. */
export interface LoadedRun extends RecordedRun {
  nodeId: string;
  iteration: string;
  /** Whether a recorded thing still has no description. */
  isUndescribed: boolean;
}

interface RunRow {
  node: { nodeId: string; iteration: string } | null;
  head: { recordedThrough: number; pointers: string } | null;
  steps: RecordedStep[] | null;
  calls: (Omit<RecordedCall, 'touched'> & { touched: Touched[] | null; artifacts: string[] | null })[] | null;
  data: RecordedRun['data'] | null;
  isUndescribed: boolean;
}

/** Loads the unrecorded part of a run in one statement. Undefined: there is no such run, or it made no call. */
export async function loadRun(trx: DatabaseTransaction, key: RunKey): Promise<LoadedRun | undefined> {
  const { rows } = await selectRun(key).execute(trx);
  const row = rows[0];
  if (row?.node == null) return undefined;
  const { head, steps, calls, data } = row;
  return {
    nodeId: row.node.nodeId,
    iteration: row.node.iteration,
    base: key.base,
    head:
      head === null
        ? undefined
        : { recordedThrough: head.recordedThrough, pointers: parsePlaces(head.pointers) },
    steps: steps ?? [],
    calls: (calls ?? []).map(({ touched, artifacts, ...call }) => ({
      ...call,
      touched: [...(touched ?? []), ...(artifacts ?? []).map(toFile)],
    })),
    data: data ?? [],
    isUndescribed: row.isUndescribed,
  };
}

/** Selects the run. In `seen`, `through` is the last recorded step, and `last` is the first step after the run. */
function selectRun(key: RunKey) {
  const { executionId, base } = key;
  return sql<RunRow>`
    with head as (
      select recorded_through, pointers from trajectory_node
      where execution_id = ${executionId} and step = ${base} and ordinal = 0 and type = 'Query'
    ), seen as (
      select coalesce((select recorded_through from head), ${base}::integer) as through,
        ${base + STEP_BLOCK}::integer as last
    )
    select
      coalesce(
        (select json_build_object('nodeId', node_id, 'iteration', iteration) from model_call
          where execution_id = ${executionId} and step > ${base} and step < last order by step limit 1),
        (select json_build_object('nodeId', node_id, 'iteration', iteration) from node_output
          where ${isOwnWork(key)} limit 1)
      ) as node,
      (select json_build_object('recordedThrough', recorded_through, 'pointers', pointers) from head) as head,
      ${selectSteps(key)} as steps,
      ${selectCalls(key)} as calls,
      (select json_agg(json_build_object('step', step, 'ordinal', ordinal, 'type', type, 'name', name))
        from trajectory_node
        where execution_id = ${executionId} and step >= ${base} and step < last and ordinal < 0) as data,
      exists (select from trajectory_node node
        where execution_id = ${executionId} and step >= ${base} and step < last
          and ${isUndescribed}) as "isUndescribed"
    from seen`;
}

/** A condition on `node_output`: the node's own work, without a model, touched something in this run. */
function isOwnWork({ executionId, base }: RunKey) {
  return sql`execution_id = ${executionId} and run = ${base / STEP_BLOCK} and touched is not null`;
}

/**
 * Selects the unrecorded steps, with the number of tool calls that each asks for. A node's own work counts as a
 * step without words.
 */
function selectSteps(key: RunKey) {
  return sql`(select json_agg(json_build_object('step', step, 'calls', calls, 'isSilent', silent) order by step) from (
        select message.step, false as silent, (
          select count(*) from jsonb_array_elements(message.content) as part where part ->> 'type' = 'tool-call'
        ) as calls
        from trace_message message
        join model_call call on call.execution_id = message.execution_id and call.step = message.step
        where message.execution_id = ${key.executionId} and message.step > through and message.step < last
          and message.ordinal = 0 and not message.is_partial and call.purpose <> 'compaction'
        union all
        select ${key.base}, true, 1 from node_output
        where ${isOwnWork(key)} and not exists (select from head)
      ) as said)`;
}

/** Selects the tool calls that have ended since, with the things that each touched. */
function selectCalls(key: RunKey) {
  return sql`(select json_agg(json_build_object('step', step, 'ordinal', ordinal, 'tool', name, 'touched', touched,
          'artifacts', artifacts) order by step, ordinal) from (
        select call.step, call.ordinal, call.name, call.touched, (
          select json_agg(artifact.name order by part) from artifact
          where artifact.execution_id = call.execution_id and artifact.step = call.step
            and artifact.ordinal = call.ordinal
        ) as artifacts
        from tool_call call
        where call.execution_id = ${key.executionId} and call.step >= through and call.step < last
          and call.finished_at is not null
        union all
        select ${key.base}, 1, null, touched, null from node_output where ${isOwnWork(key)}
      ) as call)`;
}

/** Describes an artifact, which holds a result that was too large for the context, as a touched file. */
function toFile(name: string): Touched {
  return { type: 'File', name, how: 'written', attributes: { source: 'artifact' } };
}
