import { isFinal } from '../../flow/execution/execution-status.js';
import { ifCutOff } from '../../protocol/finish-reason.js';
import { findAskedAnswer } from '../../store/execution/read-answer.js';
import { countTurnsAhead, findTurn, type FoundTurn } from '../../store/conversation/find-turn.js';
import type { ExecutionProgress } from '../../store/execution/read-progress.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import type { ClientContext } from '../client-context.js';
import type { NodeView } from '../../views/execution.js';
import { loadExecutionDetails } from '../../store/nodes/load-execution-details.js';
import { STREAM_START } from './stream-cursor.js';
import { eventsSince, type TurnEvent } from './turn-events.js';
import { formatPosition, parsePosition, POSITION_START, type StreamPosition } from './stream-position.js';
import { orderEvents } from './order-events.js';
import { ThreadlineError } from '../threadline-error.js';
import { Call, type CallOptions } from '../call/call.js';
import { createWakeUp } from './wake-up.js';
import type { ToolNote } from '../../store/calls/tool-notes.js';
import type { OpenQuestion } from '../../store/execution/load-open-questions.js';
import { isTrigger } from '../../flow/kinds/traits.js';

/** Not a position: a reader that resumes after it still needs `started`. */
const QUEUED = 'queued';
const UNREPORTED: ReadonlySet<string> = new Set(['pending', 'skipped']);

export interface StreamTurnInput extends CallOptions {
  conversationId: string;
  turnId: string;
  from?: string;
  signal?: AbortSignal;
}

export function streamTurn(
  context: ClientContext,
  input: StreamTurnInput,
): AsyncGenerator<TurnEvent, void, void> {
  return streamExecution(context, {
    ...input,
    executionId: turnWorkflowId(input.conversationId, input.turnId),
    streamOf({ turnId, step }) {
      const from = { ...STREAM_START, step };
      return {
        ...input,
        executionId: turnWorkflowId(input.conversationId, turnId),
        start: { shown: from, work: from },
        whenMissing: () => Promise.resolve(undefined),
      };
    },
    countAhead: (call) => call.read(() => countTurnsAhead(context.db, input)),
    async whenMissing(call) {
      const turn = await call.read(() => findTurn(context.db, input));
      if (turn) return turn;
      throw new ThreadlineError(
        'Client.NotFound',
        `Turn '${input.turnId.slice(0, 80)}' does not exist in this conversation`,
      );
    },
  });
}

export interface StreamExecutionInput extends CallOptions {
  executionId: string;
  from?: string;
  signal?: AbortSignal;
  hasNodes?: boolean;
  /** Undefined if an execution will follow, else throws. */
  whenMissing: (call: Call) => Promise<FoundTurn | undefined>;
  /** Absent if never queued. */
  countAhead?: (call: Call) => Promise<number | undefined>;
  /** Absent without a message. */
  streamOf?: (joined: NonNullable<FoundTurn['joined']>) => StreamExecutionInput;
  start?: StreamPosition;
  check?: (call: Call) => Promise<void>;
}

export async function* streamExecution(
  context: ClientContext,
  input: StreamExecutionInput,
): AsyncGenerator<TurnEvent, void, void> {
  const whole = yield* streamOwn(context, input);
  if (whole) yield* streamOwn(context, whole);
}

/** The stream of the turn that the message joined, if any. */
async function* streamOwn(
  context: ClientContext,
  input: StreamExecutionInput,
): AsyncGenerator<TurnEvent, StreamExecutionInput | undefined, void> {
  const { executionId } = input;
  const from = input.from === undefined || input.from === QUEUED ? undefined : parsePosition(input.from);
  if (from?.isEnd) return;
  let position: StreamPosition = from ?? input.start ?? POSITION_START;
  let isStarted = from !== undefined;
  const call = new Call(context, input);
  const wakeUp = createWakeUp(context.listener, executionId, input.signal);
  const writer = createWriter(context, input);
  const queuedMs = performance.now() + QUEUED_AFTER_MS;
  let isQueueReported = input.from !== undefined;
  let isReadAgain = false;
  try {
    await input.check?.(call);
    for (;;) {
      if (input.signal?.aborted) return;
      let hadNews = false;
      const { shown, work } = position;
      const place = { workflowId: executionId, user: context.user, ...shown, workStep: work.step };
      call.restart();
      // Read the nodes before the progress: an ended node's output is complete then.
      const nodes = input.hasNodes === true ? await call.read(writer.readNodes) : [];
      const progress = await call.read(() => context.progress.read(place));
      if (progress) {
        if (!isStarted) yield { type: 'started', id: formatPosition(position), executionId };
        isStarted = true;
        const next = await call.read(() => writer.write(position, { progress, nodes }));
        yield* next.events;
        hadNews = next.events.length > 0;
        position = next.position;
      }
      const waiting = progress ? undefined : await input.whenMissing(call);
      // The turn may have run between the two reads.
      if (waiting && isFinal(waiting.status) && !isReadAgain) {
        isReadAgain = true;
        continue;
      }
      const joined = waiting?.joined ?? undefined;
      if (joined) return input.streamOf?.(joined);
      if (waiting && !isQueueReported && performance.now() >= queuedMs) {
        isQueueReported = true;
        const ahead = await input.countAhead?.(call);
        if (ahead !== undefined) yield { type: 'queued', id: QUEUED, ahead };
      }
      const ended = progress ?? waiting;
      // A slow reader may have used up the deadline.
      call.restart();
      const last = await call.read(() => lastEvent(context, executionId, { position, ended }));
      if (last) {
        yield last;
        return;
      }
      // Without rows, no notice arrives, so poll every second.
      await wakeUp.wait(hadNews || !progress);
    }
  } catch (error) {
    // The reader has left.
    if (!input.signal?.aborted) throw error;
  } finally {
    wakeUp.stop();
  }
}

/** Sent only after this time, because turns usually start at once. */
const QUEUED_AFTER_MS = 5_000;

function createWriter({ db }: ClientContext, { executionId, hasNodes = false }: StreamExecutionInput) {
  const writeQuestions = createQuestionWriter();
  const writeNodes = createNodeWriter();
  const writeNotes = createNoteWriter();
  return { readNodes, write };

  async function write(
    start: StreamPosition,
    { progress, nodes: before }: { progress: ExecutionProgress; nodes: readonly NodeView[] },
  ): Promise<{ events: TurnEvent[]; position: StreamPosition }> {
    const work = eventsSince(start.work, { calls: progress.hiddenCalls });
    const shown = eventsSince(start.shown, progress);
    const position = { shown: shown.cursor, work: work.cursor };
    const steps = new Map(
      [...progress.hiddenCalls, ...progress.calls].map(({ step, nodeId }) => [step, nodeId]),
    );
    const nodes = await addNewer(before, { progress, callers: new Set(steps.values()) });
    const events = [
      ...orderEvents({ start, work, shown, nodes, nodeOf: (step) => steps.get(step), writeNodes }),
      ...writeNotes(progress.notes, formatPosition(position)),
      ...writeQuestions(progress.questions, formatPosition(position)),
    ];
    return { events, position };
  }

  async function readNodes(): Promise<readonly NodeView[]> {
    if (!hasNodes) return [];
    const details = await loadExecutionDetails(db, { executionIds: [executionId] });
    return details.get(executionId)?.nodes ?? [];
  }

  async function addNewer(
    nodes: readonly NodeView[],
    { progress, callers }: { progress: ExecutionProgress; callers: ReadonlySet<string | undefined> },
  ): Promise<readonly NodeView[]> {
    if (!hasNodes) return nodes;
    const begun = nodes.filter(hasBegun);
    const known = new Map(begun.map((node) => [node.nodeId, node]));
    if (isFinal(progress.status)) return readNodes();
    if ([...callers].every((nodeId) => nodeId === undefined || known.has(nodeId))) return nodes;
    return (await readNodes()).map(
      (node) => known.get(node.nodeId) ?? (hasBegun(node) ? { ...node, status: 'running' } : node),
    );
  }
}

/** A turn canceled in the queue has no execution. */
async function lastEvent(
  { db }: ClientContext,
  executionId: string,
  {
    position,
    ended,
  }: {
    position: StreamPosition;
    ended: Pick<ExecutionProgress, 'status' | 'errorType' | 'errorMessage'> | FoundTurn | undefined;
  },
): Promise<TurnEvent | undefined> {
  if (!ended || !isFinal(ended.status)) return undefined;
  const id = formatPosition(position, true);
  switch (ended.status) {
    case 'completed': {
      const answer = await findAskedAnswer(db, executionId);
      return { type: 'done', id, text: answer?.text ?? '', ...ifCutOff(answer?.finishReason) };
    }
    case 'failed':
      return {
        type: 'failed',
        id,
        errorType: ended.errorType ?? 'Conversation.TurnFailed',
        message: ended.errorMessage ?? 'The turn failed',
      };
    case 'cancelled':
      return { type: 'cancelled', id };
  }
}

function hasBegun({ status }: NodeView): boolean {
  return status !== 'pending' && status !== 'skipped';
}

function createNoteWriter(): (notes: readonly ToolNote[], id: string) => TurnEvent[] {
  const reported = new Map<string, string>();
  return (notes, id) =>
    notes.flatMap((note) => {
      if (reported.get(note.call) === note.text) return [];
      reported.set(note.call, note.text);
      return [{ type: 'tool-progress' as const, id, ...note }];
    });
}

function createQuestionWriter(): (questions: readonly OpenQuestion[], id: string) => TurnEvent[] {
  const reported = new Set<string>();
  return (questions, id) => {
    const answerable = questions.filter(isAnsweredByMessage);
    return questions.flatMap((question) => {
      const { executionId, nodeId, iteration, call } = question;
      const key = [executionId, nodeId, iteration, call].join('\n');
      if (reported.has(key)) return [];
      reported.add(key);
      const isOneOfSeveral = (answerable.length > 1 && isAnsweredByMessage(question)) || undefined;
      return [{ type: 'approval' as const, id, ...question, isOneOfSeveral }];
    });
  };
}

function isAnsweredByMessage({ approvers, wantsOutput }: OpenQuestion): boolean {
  return approvers === null && !wantsOutput;
}

/** Omits nodes in loops. */
export function createNodeWriter(): (nodes: readonly NodeView[], id: string) => TurnEvent[] {
  const reported = new Map<string, string>();
  return (nodes, id) =>
    nodes.flatMap((node) => {
      const { nodeId, kind, status, items, durationMs, waitedMs } = node;
      if (isTrigger(kind) || UNREPORTED.has(status) || node.loopId !== null) return [];
      const state = `${status} ${items?.done ?? ''}`;
      if (reported.get(nodeId) === state) return [];
      reported.set(nodeId, state);
      const event = { type: 'node' as const, id, nodeId, kind, iteration: '', status };
      return [{ ...event, durationMs, waitedMs, items: items ?? undefined }];
    });
}
