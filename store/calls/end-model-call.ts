import { sql } from 'kysely';
import type { TraceContent } from '../../context/message/trace-content.js';
import { settleEndedCall, type BudgetLink } from '../budget/budget-settlement.js';
import { insertNodeAnswer, noteStepAnswer, type EndedNode } from './store-node-answer.js';
import type { CallKey } from '../call-key.js';
import { locksExecution } from '../lock-order.js';
import { deleteChunks } from './stream-chunks.js';
import type { Database, DatabaseTransaction } from '../database.js';
import {
  storeInlineSummary,
  type FailedInlineSummary,
  type InlineSummary,
} from '../summaries/store-inline-summary.js';
import { REFUSED_ANSWER } from './streamed-calls.js';
import { NOTIFY_CHANNEL, notifyExecution } from '../notify.js';

interface CallUsage {
  input: number;
  cachedInput: number;
  output: number;
  reasoning: number;
}

interface KnownUsage {
  usage?: CallUsage;
  cost?: string | null;
}

export interface CompletedCall extends CallKey, BudgetLink {
  workflowId: string;
  attempt: number;
  nodeId: string;
  content: TraceContent;
  tokenCount: number;
  hygieneTokens?: number;
  usage: CallUsage;
  cost: string | null;
  finishReason: string;
  providerResponseId: string | null;
  firstTokenMs: number | null;
  hasChunks?: boolean;
  ends?: EndedNode;
  problem?: string | undefined;
  summary?: InlineSummary | undefined;
}

/** Returns false if a newer attempt owns the call. Ignores a budget that cannot be settled. */
export async function completeModelCall(db: Database, call: CompletedCall): Promise<boolean> {
  const isPlain = call.hasChunks === false && !call.summary && call.rootBudgetId == null;
  if (isPlain) return writeAnswer(db, call);
  return db.transaction().execute(async (trx) => {
    if (!(await writeAnswer(trx, call))) return false;
    if (call.hasChunks !== false) await deleteChunks(trx, call);
    if (call.summary) await storeInlineSummary(trx, call.summary);
    await settle(trx, call);
    return true;
  });
}

/** One statement, so that an attempt that was replaced writes nothing. */
async function writeAnswer(db: Database, call: CompletedCall): Promise<boolean> {
  const { usage, content, ends } = call;
  const pushed = ends?.pushed;
  const { rows } = await sql<{ step: number }>`
    with ended as (
      update model_call set status = 'completed', input_tokens = ${usage.input},
        cached_input_tokens = ${usage.cachedInput}, output_tokens = ${usage.output},
        reasoning_tokens = ${usage.reasoning}, cost = ${call.cost}::numeric, finish_reason = ${call.finishReason},
        provider_response_id = ${call.providerResponseId}, first_token_ms = ${call.firstTokenMs},
        finished_at = ${new Date()}${call.problem ? sql`, ${refusedColumns(call.problem)}` : sql``}
      where execution_id = ${call.executionId} and step = ${call.step} and attempt = ${call.attempt}
        and status = 'running' and ${inOrder(call)}
      returning execution_id, step
    ), message as (
      insert into trace_message (execution_id, step, ordinal, content, token_count, hygiene_tokens)
      select execution_id, step, 0, ${JSON.stringify(content)}::jsonb,
        ${call.tokenCount}::integer, ${call.hygieneTokens ?? 0}::integer
      from ended
    )${ends ? sql`, node as (${insertNodeAnswer({ ...call, ...ends })})` : sql``}
    ${pushed === undefined ? sql`` : sql`, pushed as (${noteStepAnswer({ step: call.step, pushed })})`}
    select step, pg_notify(${NOTIFY_CHANNEL}, ${call.workflowId})::text from ended`.execute(db);
  return rows.length > 0;
}

function refusedColumns(problem: string) {
  return sql`error_type = ${REFUSED_ANSWER}, error_message = ${problem}`;
}

interface PartialMessage {
  content: TraceContent;
  tokenCount: number;
  hygieneTokens?: number;
}

export async function cancelModelCall(
  db: Database,
  call: CallKey & BudgetLink & KnownUsage & PartialMessage & { workflowId: string; attempt: number },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('model_call')
      .set({ status: 'cancelled', ...usageColumns(call), finished_at: new Date() })
      .where('execution_id', '=', call.executionId)
      .where('step', '=', call.step)
      .where('attempt', '=', call.attempt)
      .where('status', '=', 'running')
      .where(inOrder(call))
      .executeTakeFirst();
    if (updated.numUpdatedRows === 0n) return false;
    if (call.content.length > 0) await insertPartialMessage(trx, call);
    await deleteChunks(trx, call);
    await notifyExecution(trx, call.workflowId);
    await settle(trx, call);
    return true;
  });
}

interface ModelFailure extends CallKey, BudgetLink, KnownUsage {
  workflowId: string;
  attempt: number;
  type: string;
  message: string;
  isFinal: boolean;
  isRefused?: boolean;
  partial?: PartialMessage | undefined;
  summary?: FailedInlineSummary | undefined;
}

export async function recordModelFailure(db: Database, call: ModelFailure): Promise<boolean> {
  if (!call.isFinal) {
    await countFailure(db, call);
    await notifyExecution(db, call.workflowId);
    return false;
  }
  return db.transaction().execute(async (trx) => {
    if (!(await countFailure(trx, call))) return false;
    if (call.partial && call.partial.content.length > 0)
      await insertPartialMessage(trx, { ...call, ...call.partial });
    await deleteChunks(trx, call);
    if (call.summary) await storeInlineSummary(trx, call.summary);
    await notifyExecution(trx, call.workflowId);
    await settle(trx, call);
    return true;
  });
}

async function countFailure(db: Database, call: ModelFailure): Promise<boolean> {
  const updated = await db
    .updateTable('model_call')
    .set((eb) => ({
      failures: eb('failures', '+', 1),
      error_type: call.type,
      error_message: call.message,
      is_refused: call.isFinal && call.isRefused === true,
      ...(call.isFinal ? { status: 'failed', ...usageColumns(call), finished_at: new Date() } : {}),
    }))
    .where('execution_id', '=', call.executionId)
    .where('step', '=', call.step)
    .where('attempt', '=', call.attempt)
    .where('status', '=', 'running')
    .where(inOrder(call))
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

function inOrder({ executionId, summary }: CallKey & { summary?: InlineSummary | undefined }) {
  const stored = summary && ('summary' in summary ? summary.summary : summary.attempt);
  return locksExecution(executionId, stored?.conversationId);
}

function usageColumns({ usage, cost }: KnownUsage) {
  return {
    input_tokens: usage?.input,
    cached_input_tokens: usage?.cachedInput,
    output_tokens: usage?.output,
    reasoning_tokens: usage?.reasoning,
    cost,
  };
}

/** Call it last: it locks the budget's row until the commit. */
async function settle(trx: DatabaseTransaction, call: CallKey & BudgetLink & KnownUsage): Promise<void> {
  const { usage, cost } = call;
  const tokens = (usage?.input ?? 0) + (usage?.output ?? 0);
  await settleEndedCall(trx, { ...call, tokens, cost: cost ?? '0' });
}

async function insertPartialMessage(db: Database, call: CallKey & PartialMessage): Promise<void> {
  await db
    .insertInto('trace_message')
    .values({
      execution_id: call.executionId,
      step: call.step,
      ordinal: 0,
      content: JSON.stringify(call.content),
      token_count: call.tokenCount,
      hygiene_tokens: call.hygieneTokens ?? 0,
      is_partial: true,
    })
    .execute();
}
