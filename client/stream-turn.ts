import { isFinal } from '../flow/status.js';
import { findAnswer } from '../store/find-answer.js';
import { findTurn, type FoundTurn } from '../store/find-turn.js';
import { readProgress, type ExecutionProgress } from '../store/read-progress.js';
import { turnWorkflowId } from '../workflows/ids.js';
import type { ClientContext } from './client-context.js';
import {
  eventsSince,
  formatEventId,
  parseEventId,
  STREAM_START,
  type StreamCursor,
  type TurnEvent,
} from './stream-events.js';
import { ThreadlineError } from './threadline-error.js';
import { retryReads } from './retry-reads.js';
import { createWakeUp } from './wake-up.js';

export interface StreamTurnInput {
  conversationId: string;
  turnId: string;
  /** Id of the last event the reader has. */
  from?: string;
  signal?: AbortSignal;
}

/**
 * The events of a turn, live while it runs and from its rows after. Waits while it is queued. Ends after
 * `done`, `failed` or `cancelled`, or when the signal aborts. Throws `Client.NotFound` for an unknown turn.
 */
export function streamTurn(
  context: ClientContext,
  input: StreamTurnInput,
): AsyncGenerator<TurnEvent, void, void> {
  return streamExecution(context, {
    ...input,
    executionId: turnWorkflowId(input.conversationId, input.turnId),
    async whenMissing() {
      const turn = await findTurn(context.db, input);
      if (turn !== undefined) return turn;
      throw new ThreadlineError(
        'Client.NotFound',
        `There is no turn '${input.turnId.slice(0, 80)}' in this conversation`,
      );
    },
  });
}

export interface StreamExecutionInput {
  executionId: string;
  /** Id of the last event the reader has. */
  from?: string;
  signal?: AbortSignal;
  /** How that stands which has no execution yet; undefined: it will have one. Throws for what will never be. */
  whenMissing: () => Promise<FoundTurn | undefined>;
}

/** The events of an execution, see {@link streamTurn}. */
export async function* streamExecution(
  context: ClientContext,
  input: StreamExecutionInput,
): AsyncGenerator<TurnEvent, void, void> {
  const { executionId } = input;
  const from = input.from === undefined ? undefined : parseEventId(input.from);
  if (from?.isEnd) return;
  let cursor: StreamCursor = from ?? STREAM_START;
  let isStarted = from !== undefined;
  const reading = retryReads(input.signal);
  const wakeUp = createWakeUp(context.listener, executionId, input.signal);
  try {
    for (;;) {
      if (input.signal?.aborted) return;
      const progress = await reading(() => readProgress(context.db, { workflowId: executionId, ...cursor }));
      if (progress !== undefined) {
        if (!isStarted) yield { type: 'started', id: formatEventId(STREAM_START), executionId };
        isStarted = true;
        const next = eventsSince(cursor, progress);
        yield* next.events;
        cursor = next.cursor;
      }
      const last = await reading(async () =>
        lastEvent(context, executionId, { cursor, ended: progress ?? (await input.whenMissing()) }),
      );
      if (last !== undefined) {
        yield last;
        return;
      }
      await wakeUp.wait();
    }
  } finally {
    wakeUp.stop();
  }
}

/** The event that ends the stream, when it has ended; a turn cancelled in the queue has no execution. */
async function lastEvent(
  { db }: ClientContext,
  executionId: string,
  {
    cursor,
    ended,
  }: { cursor: StreamCursor; ended: Omit<ExecutionProgress, 'calls'> | FoundTurn | undefined },
): Promise<TurnEvent | undefined> {
  if (ended === undefined || !isFinal(ended.status)) return undefined;
  const id = formatEventId(cursor, true);
  switch (ended.status) {
    case 'completed':
      return { type: 'done', id, text: (await findAnswer(db, executionId)) ?? '' };
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
