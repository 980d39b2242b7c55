import type { ExecutionStatus } from '../flow/status.js';
import { sql } from 'kysely';
import type { TraceContent } from '../context/trace-content.js';
import { loadCompactions } from './compactions.js';
import type { Database, DatabaseTransaction } from './database.js';
import type { CompactionStatus } from './tables/context.table.js';

/** One model call as a reader of the stream sees it. */
export interface CallProgress {
  step: number;
  attempt: number;
  /** Text known so far, from the offset that was asked for in its step, else from its beginning. */
  chunks: readonly { startOffset: number; text: string }[];
  /** The stored message; null while the call runs. */
  message: TraceContent | null;
  /** Results of its tool calls by their ordinal, from 1. */
  results: ReadonlyMap<number, TraceContent>;
  /** How the compaction ended that this call was the last of; what such a call says is no text of the answer. */
  compaction?: CompactionProgress | undefined;
}

/** What a compaction did, in tokens and messages. */
export interface CompactionProgress {
  status: CompactionStatus;
  reason: string | null;
  tokensBefore: number;
  tokensAfter: number | null;
  messagesBefore: number;
  messagesAfter: number | null;
  /** Of its model calls, USD. */
  cost: number;
}

export interface ExecutionProgress {
  status: ExecutionStatus;
  errorType: string | null;
  errorMessage: string | null;
  calls: CallProgress[];
}

/** What is there to read of an execution from a place on; undefined: it has not begun. One snapshot. */
export async function readProgress(
  db: Database,
  from: { workflowId: string; step: number; attempt: number; offset: number },
): Promise<ExecutionProgress | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const execution = await trx
        .selectFrom('execution')
        .select(['id', 'status', 'error_type', 'error_message'])
        .where('workflow_id', '=', from.workflowId)
        .executeTakeFirst();
      if (execution === undefined) return undefined;
      const calls = await trx
        .selectFrom('model_call')
        .select(['step', 'attempt', 'purpose'])
        .where('execution_id', '=', execution.id)
        .where('step', '>=', from.step)
        .orderBy('step')
        .execute();
      const messages = await trx
        .selectFrom('trace_message')
        .select(['step', 'ordinal', 'content'])
        .where('execution_id', '=', execution.id)
        .where('step', '>=', from.step)
        .execute();
      const chunks = await trx
        .selectFrom('stream_chunk')
        .select(['step', 'attempt', 'start_offset as startOffset', 'content as text'])
        .where('execution_id', '=', execution.id)
        .where((eb) =>
          eb.or([
            eb('step', '>', from.step),
            eb('attempt', '>', from.attempt),
            // A chunk that begins before the offset may reach beyond it.
            eb(sql<number>`start_offset + length(content) * 2`, '>=', from.offset),
          ]),
        )
        .where('step', '>=', from.step)
        .orderBy('start_offset')
        .execute();
      const compactions = calls.some(({ purpose }) => purpose === 'compaction')
        ? await loadCompactionProgress(trx, execution.id)
        : new Map<number, CompactionProgress>();
      return {
        status: execution.status,
        errorType: execution.error_type,
        errorMessage: execution.error_message,
        calls: calls.map(({ step, attempt, purpose }) => {
          // A reader is told how a compaction ended, at its last call, and nothing of what it said.
          if (purpose === 'compaction')
            return {
              ...{ step, attempt, chunks: [], message: null, results: new Map() },
              compaction: compactions.get(step),
            };
          const rows = messages.filter((row) => row.step === step);
          return {
            step,
            attempt,
            chunks: chunks.filter((chunk) => chunk.step === step && chunk.attempt === attempt),
            message: rows.find((row) => row.ordinal === 0)?.content ?? null,
            results: new Map(rows.filter((row) => row.ordinal > 0).map((row) => [row.ordinal, row.content])),
          };
        }),
      };
    });
}

/** The compactions of an execution, by the step of the last call of each. */
async function loadCompactionProgress(
  trx: DatabaseTransaction,
  executionId: number,
): Promise<Map<number, CompactionProgress>> {
  const calls = await trx
    .selectFrom('model_call')
    .select(['step', 'cost'])
    .where('execution_id', '=', executionId)
    .where('purpose', '=', 'compaction')
    .execute();
  const newestFirst = await loadCompactions(trx, executionId);
  return new Map(
    newestFirst.map((row, at) => {
      const { step, status, reason, tokensBefore, tokensAfter, messagesBefore, messagesAfter } = row;
      const before = newestFirst[at + 1]?.step ?? 0;
      const own = calls.filter((call) => call.step > before && call.step <= step);
      const cost = own.reduce((sum, call) => sum + Number(call.cost), 0);
      return [step, { status, reason, tokensBefore, tokensAfter, messagesBefore, messagesAfter, cost }];
    }),
  );
}
