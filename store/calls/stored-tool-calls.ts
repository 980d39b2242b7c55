import type { EarlierCall } from '../../context/call/is-repeated-call.js';
import type { ContextManifest } from '../../context/manifest/manifest.js';
import type { TraceContent } from '../../context/message/trace-content.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { TrajectoryWrite } from '../../trajectory/writes/trajectory-write.js';
import { sql } from 'kysely';
import { findRun } from '../../flow/execution/step-blocks.js';
import { insertArtifacts, type NewArtifact } from '../artifacts/artifacts.js';
import type { CallKey, ToolCallKey } from '../call-key.js';
import type { Database } from '../database.js';
import { NOTIFY_CHANNEL } from '../notify.js';
import type { FileLimit } from '../uploads/file-limit.js';

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

interface EarlierCallRow extends EarlierCall {
  manifest: ContextManifest;
  artifact: string | null;
}

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
    // After a new instruction, the same call may be needed again.
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

export interface AskingCall {
  nodeId: string;
  model: string;
  iteration: string;
  content: TraceContent | null;
  result: TraceContent | null;
}

export async function findAskingCall(db: Database, key: ToolCallKey): Promise<AskingCall | undefined> {
  const { executionId, step } = key;
  const message = (ordinal: number) =>
    db
      .selectFrom('trace_message')
      .select('content')
      .where('execution_id', '=', executionId)
      .where('step', '=', step)
      .where('ordinal', '=', ordinal);
  return db
    .selectFrom('model_call')
    .select(['node_id as nodeId', 'model', 'iteration'])
    .select([message(0).as('content'), message(key.ordinal).as('result')])
    .where('execution_id', '=', executionId)
    .where('step', '=', step)
    .executeTakeFirst();
}

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
  content: TraceContent;
  tokenCount: number;
  spilledTokens?: number;
  isError?: boolean;
  isUnknown?: boolean | undefined;
  touched?: readonly Touched[];
  writes?: readonly TrajectoryWrite[];
  artifacts?: readonly NewArtifact[];
  storageLimit?: FileLimit | undefined;
}

/**
 * Stores only the first result. Returns when the call started if this result ended it. Throws
 * `ArtifactsRefusedError`.
 */
export async function storeToolResult(db: Database, call: ToolResult): Promise<Date | undefined> {
  const { artifacts = [] } = call;
  if (artifacts.length === 0) return (await writeResult(db, call)).startedAt ?? undefined;
  return db.transaction().execute(async (trx) => {
    const { isNew, startedAt } = await writeResult(trx, call);
    if (isNew) await insertArtifacts(trx, { ...call, artifacts });
    return startedAt ?? undefined;
  });
}

async function writeResult(
  db: Database,
  call: ToolResult,
): Promise<{ isNew: boolean; startedAt: Date | null }> {
  const { executionId, step, ordinal, touched = [], writes = [] } = call;
  const { rows } = await sql<{ isNew: boolean; startedAt: Date | null }>`
    with result as (
      insert into trace_message (execution_id, step, ordinal, content, token_count, spilled_tokens)
      values (${executionId}, ${step}, ${ordinal}, ${JSON.stringify(call.content)}::jsonb,
        ${call.tokenCount}, ${call.spilledTokens ?? 0})
      on conflict do nothing
      returning step
    ), ended as (
      update tool_call set finished_at = ${new Date()}, is_error = ${call.isError ?? false},
        is_unknown = ${call.isUnknown ?? false},
        touched = ${touched.length === 0 ? null : JSON.stringify(touched)}::jsonb,
        writes = ${writes.length === 0 ? null : JSON.stringify(writes)}::jsonb
      where execution_id = ${executionId} and step = ${step} and ordinal = ${ordinal} and finished_at is null
      returning started_at
    )
    select exists (select from result) as "isNew", (select started_at from ended) as "startedAt",
      pg_notify(${NOTIFY_CHANNEL}, ${call.workflowId})::text`.execute(db);
  return rows[0] ?? { isNew: false, startedAt: null };
}
