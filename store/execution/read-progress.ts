import { listToolCalls, type TraceContent } from '../../context/message/trace-content.js';
import { isFinal, type ExecutionStatus } from '../../flow/execution/execution-status.js';
import { loadCompactionProgress, type CompactionProgress } from '../calls/compaction-progress.js';
import type { StreamedPiece } from '../calls/stream-chunks.js';
import { selectShownCalls, type StreamedCall } from '../calls/streamed-calls.js';
import { loadToolNotes, type ToolNote } from '../calls/tool-notes.js';
import type { Database } from '../database.js';
import { loadOpenQuestions, type OpenQuestion } from './load-open-questions.js';
import { loadProgressRows, type ProgressPlace, type ProgressRow } from './progress-rows.js';
import { loadJoiningMessages } from '../conversation/joining-turns.js';

export interface CallProgress {
  step: number;
  nodeId?: string;
  attempt: number;
  isRefused?: boolean;
  chunks: readonly StreamedPiece[];
  message: TraceContent | null;
  results: ReadonlyMap<number, TraceContent>;
  /** Only for the last call of a compaction. */
  compaction?: CompactionProgress | undefined;
  model?: string;
  failure?: { readonly type: string; readonly message: string } | undefined;
  steered?: readonly SteeringText[] | undefined;
}

export interface ExecutionProgress {
  status: ExecutionStatus;
  errorType: string | null;
  errorMessage: string | null;
  calls: CallProgress[];
  hiddenCalls: CallProgress[];
  notes: readonly ToolNote[];
  questions: OpenQuestion[];
}

/** An item is undefined if its execution has not started or belongs to another user. */
export async function readProgress(
  db: Database,
  places: readonly ProgressPlace[],
): Promise<(ExecutionProgress | undefined)[]> {
  const rows = await loadProgressRows(db, places);
  const loaded = new Map<number, Promise<Extras>>();
  const found = new Map<number, ExecutionProgress>();
  for (const row of rows) {
    const loading = loaded.get(row.id) ?? loadExtras(db, row);
    loaded.set(row.id, loading);
    const place = places[row.nth - 1];
    if (place) found.set(row.nth, toExecutionProgress(row, { place, extras: await loading }));
  }
  return places.map((_, index) => found.get(index + 1));
}

/** Loaded after the calls, so that no call is newer than its extras. */
interface Extras {
  notes: readonly ToolNote[];
  questions: OpenQuestion[];
  compactions: ReadonlyMap<number, CompactionProgress>;
  steering: readonly Steering[];
}

async function loadExtras(db: Database, row: ProgressRow): Promise<Extras> {
  const { id } = row;
  const hasCompactionCalls = row.calls.some(({ purpose }) => purpose === 'compaction');
  return {
    notes: row.hasNotes ? await loadToolNotes(db, id) : [],
    questions: row.hasOpenQuestions ? await loadOpenQuestions(db, id) : [],
    compactions: hasCompactionCalls ? await loadCompactionProgress(db, id) : new Map(),
    steering: row.isSteered || row.hasJoinedSteps ? await loadSteering(db, row) : [],
  };
}

function toExecutionProgress(
  row: ProgressRow,
  { place, extras }: { place: ProgressPlace; extras: Extras },
): ExecutionProgress {
  const runs = new Map(row.runs.map(({ run, hasEnded }) => [run, hasEnded]));
  const readable = isFinal(row.status) ? row.calls : selectShownCalls(row.calls, { place, runs });
  const unsent = isFinal(row.status)
    ? carryUnsentSteering(extras.steering, { calls: readable, shownStep: place.step })
    : [];
  const toProgress = (call: StreamedCall) => toCallProgress(call, { row, extras });
  return {
    status: row.status,
    errorType: row.errorType,
    errorMessage: row.errorMessage,
    calls: [...readable.filter(({ isShown }) => isShown).map(toProgress), ...unsent],
    hiddenCalls: readable
      .filter(({ isShown }) => !isShown)
      .map(toProgress)
      .map(withoutText),
    notes: extras.notes,
    questions: extras.questions,
  };
}

/** Returns a placeholder call with the messages that joined after the last call. */
function carryUnsentSteering(
  steering: readonly Steering[],
  { calls, shownStep }: { calls: readonly StreamedCall[]; shownStep: number },
): CallProgress[] {
  const last = Math.max(shownStep - 1, ...calls.map(({ step }) => step));
  const steered = steering.filter(({ joinedStep }) => joinedStep !== null && joinedStep > last);
  const [step] = steered.flatMap(({ joinedStep }) => joinedStep ?? []);
  return step === undefined
    ? []
    : [{ step, attempt: 0, chunks: [], message: null, results: new Map(), steered: steered.map(toText) }];
}

function toText({ joinedStep: _joinedStep, ...steering }: Steering): SteeringText {
  return steering;
}

function toCallProgress(
  call: StreamedCall,
  { row, extras }: { row: ProgressRow; extras: Extras },
): CallProgress {
  const { step, nodeId, attempt, purpose, model, isRefused } = call;
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

function withoutText({ message, ...call }: CallProgress): CallProgress {
  return { ...call, chunks: [], message: message && listToolCalls(message) };
}

function toFailure({
  status,
  errorType,
  errorMessage,
}: Pick<StreamedCall, 'status' | 'errorType' | 'errorMessage'>) {
  return status === 'failed' ? { type: errorType ?? 'unknown', message: errorMessage ?? '' } : undefined;
}

interface SteeringText {
  turnId?: string;
  text: string;
}

interface Steering extends SteeringText {
  joinedStep: number | null;
}

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
