import { sql } from 'kysely';
import { listToolCalls, type TraceContent } from '../../context/trace-content.js';
import { isFinal, type ExecutionStatus } from '../../flow/execution/status.js';
import { loadCompactionProgress, type CompactionProgress } from '../calls/compaction-progress.js';
import { loadJoiningMessages, selectSteering, type JoiningMessage } from '../conversation/joining-turns.js';
import type { Database, DatabaseTransaction } from '../database.js';
import type { StreamedPiece } from '../calls/stream-chunks.js';
import { loadStreamedCalls, type StreamedCall } from '../calls/streamed-calls.js';
import { loadToolNotes, type ToolNote } from '../calls/tool-progress.js';
import { callColumn } from '../nodes/call-column.js';

/** One model call, as a reader of the stream sees it. */
export interface StreamedProgress {
  step: number;
  nodeId?: string;
  attempt: number;
  /** Its text is taken back: it is not what was asked for, and another answer follows. */
  isRefused?: boolean;
  /** The streamed text, from the offsets that were asked for in its step, else from its beginning. */
  chunks: readonly StreamedPiece[];
  /** The stored message; null while the call is running. */
  message: TraceContent | null;
  /** Results of its tool calls by their ordinals, from 1. */
  results: ReadonlyMap<number, TraceContent>;
  /** How a compaction ended, on the last of its calls. The text of such a call is no part of the answer. */
  compaction?: CompactionProgress | undefined;
  model?: string;
  /** Why the call failed for good; absent: it did not. */
  failure?: { readonly type: string; readonly message: string } | undefined;
  /** The messages that joined the turn with it; absent: none did. */
  steered?: readonly { turnId: string; text: string }[] | undefined;
}

export interface StoredProgress {
  status: ExecutionStatus;
  errorType: string | null;
  errorMessage: string | null;
  /** Calls of the nodes whose text is shown as the answer. */
  calls: StreamedProgress[];
  /** Calls of all other nodes, without their text. */
  work: StreamedProgress[];
  /** How far the tool calls say they are that run. */
  notes: readonly ToolNote[];
  /** Questions that wait for an answer, the oldest first. */
  questions: OpenQuestion[];
}

/** A question to a person that is open. */
export interface OpenQuestion {
  /** Workflow ID of the execution that asks: this one, or one below it. */
  executionId: string;
  nodeId: string;
  /** The loop item that it is asked for; empty outside of loops. */
  iteration: string;
  /** The tool call that it is asked about, as `3.1`; null: the node itself asks. */
  call: string | null;
  /** Id and tool of that call. */
  toolCallId: string | null;
  toolName: string | null;
  prompt: string;
  /** Null: it never expires. */
  expiresAt: Date | null;
}

/** Where a reader continues: a step, attempt and offset among the shown calls, and a step among the others. */
interface ProgressPlace {
  workflowId: string;
  /** Only if it is this user's; undefined: whoever's. */
  user?: string | undefined;
  step: number;
  attempt: number;
  offset: number;
  /** How far the reader is in the thoughts; absent: at their beginning. */
  reasoning?: number;
  workStep?: number;
}

/**
 * Reads everything new about an execution since the given place, in one snapshot. Undefined: the execution has
 * not begun, or is another user's.
 */
export async function readProgress(db: Database, from: ProgressPlace): Promise<StoredProgress | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const execution = await trx
        .selectFrom('execution')
        .select(['id', 'status', 'error_type', 'error_message', 'conversation_id', 'position'])
        .select(({ exists }) => exists(selectSteering()).as('is_steered'))
        .select(IS_ASKED.as('is_asked'))
        .select(HAS_NOTES.as('has_notes'))
        .where('workflow_id', '=', from.workflowId)
        .$if(from.user !== undefined, (query) => query.where('user_id', '=', from.user ?? ''))
        .executeTakeFirst();
      if (execution === undefined) return undefined;
      const { shown, work } = await loadCalls(trx, { ...from, execution });
      return {
        status: execution.status,
        errorType: execution.error_type,
        errorMessage: execution.error_message,
        calls: shown,
        work,
        notes: execution.has_notes ? await loadToolNotes(trx, execution.id) : [],
        questions: execution.is_asked ? await loadQuestions(trx, execution.id) : [],
      };
    });
}

interface ReadExecution {
  id: number;
  status: ExecutionStatus;
  conversation_id: number | null;
  position: number | null;
  is_steered: unknown;
}

type ReadInput = ProgressPlace & { execution: ReadExecution };

async function loadCalls(
  trx: DatabaseTransaction,
  input: ReadInput,
): Promise<{ shown: StreamedProgress[]; work: StreamedProgress[] }> {
  const { execution, step: shownStep, workStep = 0 } = input;
  const calls = await loadStreamedCalls(trx, { execution, shownStep, workStep });
  const steering = execution.is_steered ? await loadSteering(trx, execution) : [];
  const toProgress = await loadProgress(trx, { ...input, calls, steering });
  const [shown, work] = [calls.filter(({ isShown }) => isShown), calls.filter(({ isShown }) => !isShown)];
  const unsent = isFinal(execution.status) ? tellUnsent({ steering, calls, shownStep }) : [];
  return { shown: [...shown.map(toProgress), ...unsent], work: work.map(toProgress).map(withoutText) };
}

/** Messages that joined a turn as it was interrupted are told with the call that never came. */
function tellUnsent({
  steering,
  calls,
  shownStep,
}: {
  steering: readonly JoiningMessage[];
  calls: readonly StreamedCall[];
  shownStep: number;
}): StreamedProgress[] {
  const last = Math.max(shownStep - 1, ...calls.map(({ step }) => step));
  const steered = steering.filter(({ joinedStep }) => joinedStep !== null && joinedStep > last);
  const [step] = steered.flatMap(({ joinedStep }) => joinedStep ?? []);
  return step === undefined
    ? []
    : [{ step, attempt: 0, chunks: [], message: null, results: new Map(), steered: toSteered(steered) }];
}

function toSteered(steering: readonly JoiningMessage[]): { turnId: string; text: string }[] {
  return steering.map(({ turnId, content }) => ({ turnId, text: content }));
}

/** Loads the messages and chunks of these calls. Returns a function that converts a call's row to its progress. */
async function loadProgress(
  trx: DatabaseTransaction,
  {
    execution,
    calls,
    steering,
    ...from
  }: ReadInput & { calls: readonly StreamedCall[]; steering: readonly JoiningMessage[] },
): Promise<(row: StreamedCall) => StreamedProgress> {
  const messages = await loadMessages(trx, { executionId: execution.id, calls });
  const chunks = await loadChunks(trx, { ...from, executionId: execution.id, calls });
  const compactions = calls.some(({ purpose }) => purpose === 'compaction')
    ? await loadCompactionProgress(trx, execution.id)
    : new Map<number, CompactionProgress>();
  return ({ step, nodeId, attempt, purpose, model, isRefused, ...call }) => {
    // Of a compaction's calls a reader gets only how it ended, with the last of them, and no text.
    if (purpose === 'compaction')
      return {
        step,
        nodeId,
        attempt,
        chunks: [],
        message: null,
        results: new Map(),
        compaction: compactions.get(step),
      };
    const rows = messages.filter((row) => row.step === step);
    const steered = steering.filter(({ joinedStep }) => joinedStep === step);
    return {
      model,
      failure: toFailure(call),
      steered: toSteered(steered),
      step,
      nodeId,
      attempt,
      isRefused,
      chunks: chunks.filter((chunk) => chunk.step === step && chunk.attempt === attempt),
      message: rows.find((row) => row.ordinal === 0)?.content ?? null,
      results: new Map(rows.filter((row) => row.ordinal > 0).map((row) => [row.ordinal, row.content])),
    };
  };
}

async function loadSteering(
  trx: DatabaseTransaction,
  { conversation_id: conversationId, position }: ReadExecution,
): Promise<readonly JoiningMessage[]> {
  return conversationId === null || position === null
    ? []
    : loadJoiningMessages(trx, { conversationId, position });
}

function loadMessages(
  trx: DatabaseTransaction,
  { executionId, calls }: { executionId: number; calls: readonly StreamedCall[] },
) {
  return trx
    .selectFrom('trace_message')
    .select(['step', 'ordinal', 'content'])
    .where('execution_id', '=', executionId)
    .where('step', '=', anyStep(calls))
    .execute();
}

function loadChunks(
  trx: DatabaseTransaction,
  { executionId, calls, ...from }: ProgressPlace & { executionId: number; calls: readonly StreamedCall[] },
) {
  return trx
    .selectFrom('stream_chunk')
    .select(['step', 'attempt', 'start_offset as startOffset', 'content as text'])
    .select(['reasoning_offset as reasoningOffset', 'reasoning'])
    .where('execution_id', '=', executionId)
    .where((eb) =>
      eb.or([
        eb('step', '>', from.step),
        eb('attempt', '>', from.attempt),
        // A chunk that begins before the offset may reach past it. A character has at most two UTF-16 units.
        eb.and([
          eb('content', '<>', ''),
          eb(sql<number>`start_offset + length(content) * 2`, '>=', from.offset),
        ]),
        eb.and([
          eb('reasoning', '<>', ''),
          eb(sql<number>`reasoning_offset + length(reasoning) * 2`, '>=', from.reasoning ?? 0),
        ]),
      ]),
    )
    .where('step', '=', anyStep(calls.filter((row) => row.isShown)))
    .orderBy('start_offset')
    .orderBy('reasoning_offset')
    .execute();
}

function anyStep(calls: readonly StreamedCall[]) {
  return sql<number>`any(${calls.map(({ step }) => step)}::integer[])`;
}

function withoutText({ message, ...call }: StreamedProgress): StreamedProgress {
  return { ...call, chunks: [], message: message && listToolCalls(message) };
}

/** Whether the execution that is read, or one below it, has an open question. */
const IS_ASKED = sql<boolean>`execution.finished_at is null and (
  exists (select from approval where execution_id = execution.id and status = 'open') or
  exists (select from execution below join approval on execution_id = below.id and approval.status = 'open'
    where below.root_id = execution.id))`;

/** Whether a tool call of the execution that runs says how far it is. */
const HAS_NOTES = sql<boolean>`execution.finished_at is null and exists (select from tool_call
  where execution_id = execution.id and progress is not null and tool_call.finished_at is null)`;

function loadQuestions(trx: DatabaseTransaction, executionId: number): Promise<OpenQuestion[]> {
  return trx
    .selectFrom('approval')
    .innerJoin('execution', 'execution.id', 'approval.execution_id')
    .select(['execution.workflow_id as executionId', 'node_id as nodeId', 'iteration', callColumn()])
    .select(['tool_call_id as toolCallId', 'tool_name as toolName', 'prompt', 'expires_at as expiresAt'])
    .where((eb) => eb.or([eb('execution.id', '=', executionId), eb('execution.root_id', '=', executionId)]))
    .where('approval.status', '=', 'open')
    .orderBy('approval.created_at')
    .orderBy('step')
    .orderBy('ordinal')
    .execute();
}

function toFailure({
  status,
  errorType,
  errorMessage,
}: Pick<StreamedCall, 'status' | 'errorType' | 'errorMessage'>) {
  return status === 'failed' ? { type: errorType ?? 'unknown', message: errorMessage ?? '' } : undefined;
}
