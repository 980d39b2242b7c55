import type { EarlierCall } from '../../context/guards/is-repeated-call.js';
import type { ContextManifest } from '../../context/manifest.js';
import type { TraceContent } from '../../context/trace-content.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { TrajectoryWrite } from '../../trajectory/writes/trajectory-write.js';
import { sql } from 'kysely';
import { findRun } from '../../flow/execution/step-blocks.js';
import { insertArtifacts, type NewArtifact } from '../artifacts/artifacts.js';
import type { CallKey, ToolCallKey } from './call-key.js';
import type { Database } from '../database.js';
import { notifyExecution } from '../notify.js';
import type { FileLimit } from '../uploads/file-limit.js';

/** Records that a tool is about to run. Returns how often that was recorded for this call, this time included. */
export async function beginToolCall(
  db: Database,
  call: ToolCallKey & { name: string; argumentsHash?: string; idempotencyKey?: string },
): Promise<number> {
  const row = await db
    .insertInto('tool_call')
    .values({
      execution_id: call.executionId,
      step: call.step,
      ordinal: call.ordinal,
      name: call.name,
      arguments_hash: call.argumentsHash ?? null,
      idempotency_key: call.idempotencyKey ?? null,
      attempt: 1,
    })
    .onConflict((conflict) =>
      conflict.columns(['execution_id', 'step', 'ordinal']).doUpdateSet((eb) => ({
        attempt: eb('tool_call.attempt', '+', 1),
      })),
    )
    .returning('attempt')
    .executeTakeFirstOrThrow();
  return row.attempt;
}

/** An earlier call with the same arguments, and the manifest of the step that asks for the new one. */
interface EarlierCallRow extends EarlierCall {
  manifest: ContextManifest;
  /** The name of the artifact with its result, when that was too large for the trace. */
  artifact: string | null;
}

/** Finds calls with the same arguments that ended in earlier steps of the execution, newest first. */
export async function findEarlierCalls(
  db: Database,
  call: CallKey & { afterStep: number; argumentsHash: string },
): Promise<EarlierCallRow[]> {
  const rows = await db
    .selectFrom('tool_call as earlier')
    .innerJoin('context_manifest as asking', (join) =>
      join.onRef('asking.execution_id', '=', 'earlier.execution_id').on('asking.step', '=', call.step),
    )
    .leftJoin('artifact', (join) =>
      join
        .onRef('artifact.execution_id', '=', 'earlier.execution_id')
        .onRef('artifact.step', '=', 'earlier.step')
        .onRef('artifact.ordinal', '=', 'earlier.ordinal')
        .on('artifact.part', '=', 0),
    )
    .select([
      'earlier.step',
      'earlier.ordinal',
      'earlier.is_error as isError',
      'asking.manifest',
      'artifact.name as artifact',
    ])
    .where('earlier.execution_id', '=', call.executionId)
    .where('earlier.step', '>', call.afterStep)
    // A call that served an earlier instruction may be repeated for the current one.
    .where('earlier.step', '>=', firstStepOfInstruction(call))
    .where('earlier.step', '<', call.step)
    .where('earlier.arguments_hash', '=', call.argumentsHash)
    .where('earlier.finished_at', 'is not', null)
    .orderBy('earlier.step', 'desc')
    .orderBy('earlier.ordinal', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, isError: row.isError ?? false }));
}

function firstStepOfInstruction({ executionId, step }: CallKey) {
  return sql<number>`coalesce((select max(begun_step) from agent_step where execution_id = ${executionId}
    and run = ${findRun(step)} and begun_step <= ${step}), 0)`;
}

/** Finds the stored result of a tool call, as the model is given it. Undefined: there is none yet. */
export async function findToolResult(db: Database, key: ToolCallKey): Promise<TraceContent | undefined> {
  const row = await db
    .selectFrom('trace_message')
    .select('content')
    .where('execution_id', '=', key.executionId)
    .where('step', '=', key.step)
    .where('ordinal', '=', key.ordinal)
    .executeTakeFirst();
  return row?.content;
}

interface ToolResult extends ToolCallKey {
  workflowId: string;
  nodeId: string;
  content: TraceContent;
  /** Tokens of the content when it is sent. */
  tokenCount: number;
  /** Tokens of the whole result, where the content only points at it. */
  spilledTokens?: number;
  isError?: boolean;
  /** Whether the tool did its work is unknown. */
  isUnknown?: boolean | undefined;
  /** The things that the tool says it touched. */
  touched?: readonly Touched[];
  /** The nodes and edges that the tool wrote into the trajectory. */
  writes?: readonly TrajectoryWrite[];
  /** The artifacts that the content points at. */
  artifacts?: readonly NewArtifact[];
  /** The most bytes that the user may store; default: any number. */
  storageLimit?: FileLimit | undefined;
}

/**
 * Stores a tool's result and its artifacts once, all or nothing. A second result for the same call is dropped.
 * Throws `ArtifactsRefusedError` when Postgres will never take the artifacts; then nothing is stored.
 */
export async function storeToolResult(db: Database, call: ToolResult): Promise<void> {
  const { executionId, step, ordinal, artifacts = [], touched = [], writes = [] } = call;
  await db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('trace_message')
      .values({
        execution_id: executionId,
        step,
        ordinal,
        node_id: call.nodeId,
        role: 'tool',
        content: JSON.stringify(call.content),
        token_count: call.tokenCount,
        spilled_tokens: call.spilledTokens ?? 0,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    // When the result is dropped, its artifacts are dropped too: nothing would point at them.
    if (inserted.numInsertedOrUpdatedRows === 1n)
      await insertArtifacts(trx, { executionId, step, ordinal, artifacts, storageLimit: call.storageLimit });
    await trx
      .updateTable('tool_call')
      .set({
        finished_at: new Date(),
        is_error: call.isError ?? false,
        is_unknown: call.isUnknown ?? false,
        touched: touched.length === 0 ? null : JSON.stringify(touched),
        writes: writes.length === 0 ? null : JSON.stringify(writes),
      })
      .where('execution_id', '=', executionId)
      .where('step', '=', step)
      .where('ordinal', '=', ordinal)
      .where('finished_at', 'is', null)
      .execute();
    await notifyExecution(trx, call.workflowId);
  });
}
