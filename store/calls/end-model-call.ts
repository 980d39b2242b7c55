import type { TraceContent } from '../../context/trace-content.js';
import { settleEndedCall, type BudgetLink } from '../budget/budget-settlement.js';
import { storeNodeAnswer, type EndedNode } from '../nodes/store-node-answer.js';
import type { CallKey } from './call-key.js';
import { deleteChunks } from './stream-chunks.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { storeInlineSummary, type InlineSummary } from '../summaries/inline-summary.js';
import { notifyExecution } from '../notify.js';

/** What a call used, in tokens, by the provider's count. */
interface CallUsage {
  input: number;
  cachedInput: number;
  output: number;
  reasoning: number;
}

/** What a call that did not complete is known to have used all the same. */
interface KnownUsage {
  usage?: CallUsage;
  /** USD, as a decimal. */
  cost?: string;
}

export interface CompletedCall extends CallKey, BudgetLink {
  workflowId: string;
  attempt: number;
  nodeId: string;
  content: TraceContent;
  tokenCount: number;
  /** Tokens of it that are never sent again: thinking. */
  hygieneTokens?: number;
  usage: CallUsage;
  /** USD, as a decimal. */
  cost: string;
  finishReason: string;
  providerResponseId: string | null;
  firstTokenMs: number | null;
  /** False: no text was written as chunks, so there is nothing to remove. */
  hasChunks?: boolean;
  /** The run of a node that ends with this call: its message is what the node gives. */
  ends?: EndedNode;
  /** What came of a summary that was asked for with the answer. */
  summary?: InlineSummary | undefined;
}

/**
 * Stores a call's message, usage and cost, settles its budget and removes its chunks, all or nothing, but for the
 * budget: it may fail alone. False: a newer attempt has taken the call, and nothing was written.
 */
export async function completeModelCall(db: Database, call: CompletedCall): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('model_call')
      .set({
        status: 'completed',
        ...usageColumns(call),
        finish_reason: call.finishReason,
        provider_response_id: call.providerResponseId,
        first_token_ms: call.firstTokenMs,
        finished_at: new Date(),
      })
      .where('execution_id', '=', call.executionId)
      .where('step', '=', call.step)
      .where('attempt', '=', call.attempt)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (updated.numUpdatedRows === 0n) return false;
    await insertMessage(trx, call, false);
    if (call.hasChunks !== false) await deleteChunks(trx, call);
    if (call.ends !== undefined) await storeNodeAnswer(trx, { ...call, ...call.ends });
    if (call.summary !== undefined) await storeInlineSummary(trx, call.summary);
    await notifyExecution(trx, call.workflowId);
    await settle(trx, call);
    return true;
  });
}

/** Ends a call that the user stopped and keeps what it had said, marked as partial. */
export async function cancelModelCall(
  db: Database,
  call: CallKey &
    BudgetLink &
    KnownUsage & {
      workflowId: string;
      attempt: number;
      nodeId: string;
      content: TraceContent;
      tokenCount: number;
      hygieneTokens?: number;
    },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('model_call')
      .set({ status: 'cancelled', ...usageColumns(call), finished_at: new Date() })
      .where('execution_id', '=', call.executionId)
      .where('step', '=', call.step)
      .where('attempt', '=', call.attempt)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (updated.numUpdatedRows === 0n) return;
    if (call.content.length > 0) await insertMessage(trx, call, true);
    await deleteChunks(trx, call);
    await notifyExecution(trx, call.workflowId);
    await settle(trx, call);
  });
}

interface ModelFailure extends CallKey, BudgetLink, KnownUsage {
  workflowId: string;
  attempt: number;
  type: string;
  message: string;
  isFinal: boolean;
}

/** Counts a failure of the model and keeps its reason; with `isFinal` the call has failed. */
export async function recordModelFailure(db: Database, call: ModelFailure): Promise<void> {
  if (!call.isFinal) {
    await countFailure(db, call);
    await notifyExecution(db, call.workflowId);
    return;
  }
  await db.transaction().execute(async (trx) => {
    const isOurs = await countFailure(trx, call);
    // What a failed call had said is nobody's: its readers are told to forget it.
    await deleteChunks(trx, call);
    await notifyExecution(trx, call.workflowId);
    if (isOurs) await settle(trx, call);
  });
}

/** False: a newer attempt has taken the call, or it has ended. */
async function countFailure(db: Database, call: ModelFailure): Promise<boolean> {
  const updated = await db
    .updateTable('model_call')
    .set((eb) => ({
      failures: eb('failures', '+', 1),
      error_type: call.type,
      error_message: call.message,
      ...(call.isFinal ? { status: 'failed', ...usageColumns(call), finished_at: new Date() } : {}),
    }))
    .where('execution_id', '=', call.executionId)
    .where('step', '=', call.step)
    .where('attempt', '=', call.attempt)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
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

/** Comes last: from here to the commit the budget's row is locked. */
async function settle(trx: DatabaseTransaction, call: CallKey & BudgetLink & KnownUsage): Promise<void> {
  const { usage, cost = '0' } = call;
  await settleEndedCall(trx, { ...call, tokens: (usage?.input ?? 0) + (usage?.output ?? 0), cost });
}

async function insertMessage(
  db: Database,
  call: CallKey & { nodeId: string; content: TraceContent; tokenCount: number; hygieneTokens?: number },
  isPartial: boolean,
): Promise<void> {
  await db
    .insertInto('trace_message')
    .values({
      execution_id: call.executionId,
      step: call.step,
      ordinal: 0,
      node_id: call.nodeId,
      role: 'assistant',
      content: JSON.stringify(call.content),
      token_count: call.tokenCount,
      hygiene_tokens: call.hygieneTokens ?? 0,
      is_partial: isPartial,
    })
    .execute();
}
