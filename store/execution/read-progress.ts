import { listToolCalls, type TraceContent } from '../../context/trace-content.js';
import { isFinal, type ExecutionStatus } from '../../flow/execution/status.js';
import { loadCompactionProgress, type CompactionProgress } from '../calls/compaction-progress.js';
import type { StreamedPiece } from '../calls/stream-chunks.js';
import { selectToldCalls, type StreamedCall } from '../calls/streamed-calls.js';
import { loadToolNotes, type ToolNote } from '../calls/tool-progress.js';
import type { Database } from '../database.js';
import { loadOpenQuestions, type OpenQuestion } from './open-questions.js';
import { loadProgressRows, type ProgressPlace, type ProgressRow } from './progress-rows.js';
import { loadJoiningMessages } from '../conversation/joining-turns.js';

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
  /** Why the call failed permanently; absent: it did not. */
  failure?: { readonly type: string; readonly message: string } | undefined;
  /** The messages and the pushed steps that joined it; absent: none did. */
  steered?: readonly SteeringText[] | undefined;
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

/**
 * Reads everything new about executions since the given places, as it stood at one moment: one statement, however many
 * places there are, and one more for each execution that compacts, is steered, asks a person or has tools that tell how far
 * they are. Gives undefined for an execution that has not begun, or is another user's.
 */
export async function readProgress(
  db: Database,
  places: readonly ProgressPlace[],
): Promise<(StoredProgress | undefined)[]> {
  const rows = await loadProgressRows(db, places);
  const loaded = new Map<number, Promise<Extras>>();
  const found = new Map<number, StoredProgress>();
  for (const row of rows) {
    // What is told of an execution beside its texts is the same for all its readers.
    const loading = loaded.get(row.id) ?? loadExtras(db, row);
    loaded.set(row.id, loading);
    const place = places[row.nth - 1];
    if (place !== undefined) found.set(row.nth, toStoredProgress(row, { place, extras: await loading }));
  }
  return places.map((_, index) => found.get(index + 1));
}

/**
 * The parts of progress that few executions have. They are read after the calls, so they are as new or newer, and are told
 * by the steps of the calls that were read.
 */
interface Extras {
  notes: readonly ToolNote[];
  questions: OpenQuestion[];
  compactions: ReadonlyMap<number, CompactionProgress>;
  steering: readonly Steering[];
}

async function loadExtras(db: Database, row: ProgressRow): Promise<Extras> {
  const { id } = row;
  const isCompacted = row.calls.some(({ purpose }) => purpose === 'compaction');
  return {
    notes: row.hasNotes ? await loadToolNotes(db, id) : [],
    questions: row.isAsked ? await loadOpenQuestions(db, id) : [],
    compactions: isCompacted ? await loadCompactionProgress(db, id) : new Map(),
    steering: row.isSteered || row.hasJoinedSteps ? await loadSteering(db, row) : [],
  };
}

function toStoredProgress(
  row: ProgressRow,
  { place, extras }: { place: ProgressPlace; extras: Extras },
): StoredProgress {
  const runs = new Map(row.runs?.map(({ run, hasEnded }) => [run, hasEnded]));
  const told =
    isFinal(row.status) || row.runs === null ? row.calls : selectToldCalls(row.calls, { place, runs });
  const unsent = isFinal(row.status)
    ? tellUnsent(extras.steering, { calls: told, shownStep: place.step })
    : [];
  const toProgress = (call: StreamedCall) => toStreamedProgress(call, { row, extras });
  return {
    status: row.status,
    errorType: row.errorType,
    errorMessage: row.errorMessage,
    calls: [...told.filter(({ isShown }) => isShown).map(toProgress), ...unsent],
    work: told
      .filter(({ isShown }) => !isShown)
      .map(toProgress)
      .map(withoutText),
    notes: extras.notes,
    questions: extras.questions,
  };
}

/** Messages that joined a turn as it was interrupted are told with the call that never came. */
function tellUnsent(
  steering: readonly Steering[],
  { calls, shownStep }: { calls: readonly StreamedCall[]; shownStep: number },
): StreamedProgress[] {
  const last = Math.max(shownStep - 1, ...calls.map(({ step }) => step));
  const steered = steering.filter(({ joinedStep }) => joinedStep !== null && joinedStep > last);
  const [step] = steered.flatMap(({ joinedStep }) => joinedStep ?? []);
  return step === undefined
    ? []
    : [{ step, attempt: 0, chunks: [], message: null, results: new Map(), steered: steered.map(toText) }];
}

function toText({ joinedStep: _joinedStep, ...said }: Steering): SteeringText {
  return said;
}

function toStreamedProgress(
  call: StreamedCall,
  { row, extras }: { row: ProgressRow; extras: Extras },
): StreamedProgress {
  const { step, nodeId, attempt, purpose, model, isRefused } = call;
  // Of a compaction's calls a reader gets only how it ended, with the last of them, and no text.
  if (purpose === 'compaction') {
    const compaction = extras.compactions.get(step);
    return { step, nodeId, attempt, chunks: [], message: null, results: new Map(), compaction };
  }
  const messages = row.messages?.filter((message) => message.step === step) ?? [];
  const steered = extras.steering.filter(({ joinedStep }) => joinedStep === step);
  return {
    model,
    failure: toFailure(call),
    steered: steered.map(toText),
    step,
    nodeId,
    attempt,
    isRefused,
    chunks: row.chunks?.filter((chunk) => chunk.step === step && chunk.attempt === attempt) ?? [],
    message: messages.find(({ ordinal }) => ordinal === 0)?.content ?? null,
    results: new Map(
      messages.filter(({ ordinal }) => ordinal > 0).map(({ ordinal, content }) => [ordinal, content]),
    ),
  };
}

function withoutText({ message, ...call }: StreamedProgress): StreamedProgress {
  return { ...call, chunks: [], message: message && listToolCalls(message) };
}

function toFailure({
  status,
  errorType,
  errorMessage,
}: Pick<StreamedCall, 'status' | 'errorType' | 'errorMessage'>) {
  return status === 'failed' ? { type: errorType ?? 'unknown', message: errorMessage ?? '' } : undefined;
}

/** A text that joined an execution, as readers of its stream are told it. */
interface SteeringText {
  /** The id of a message of the conversation; absent: it was pushed to an agent as a step. */
  turnId?: string;
  text: string;
}

/** The same, with the step whose call was the first to be sent it; null: none was yet. */
interface Steering extends SteeringText {
  joinedStep: number | null;
}

/** Loads the messages and then the pushed steps that join an execution, each in the order in which they were said. */
async function loadSteering(
  db: Database,
  execution: { id: number; conversationId: number | null; position: number | null },
): Promise<Steering[]> {
  const { id, conversationId, position } = execution;
  const messages =
    conversationId === null || position === null
      ? []
      : await loadJoiningMessages(db, { conversationId, position });
  const steps = await db
    .selectFrom('agent_step')
    .select(['content as text', 'begun_step as joinedStep'])
    .where('execution_id', '=', id)
    .where('joins', '=', true)
    .orderBy('run')
    .orderBy('ordinal')
    .execute();
  return [
    ...messages.map(({ turnId, content, joinedStep }) => ({ turnId, text: content, joinedStep })),
    ...steps.map(({ text, joinedStep }) => ({ text: text ?? '', joinedStep })),
  ];
}
