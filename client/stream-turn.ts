import { isFinal } from '../flow/status.js';
import { findAnswer } from '../store/find-answer.js';
import { findTurn } from '../store/find-turn.js';
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
export async function* streamTurn(
  context: ClientContext,
  input: StreamTurnInput,
): AsyncGenerator<TurnEvent, void, void> {
  const executionId = turnWorkflowId(input.conversationId, input.turnId);
  const from = input.from === undefined ? undefined : parseEventId(input.from);
  if (from?.isEnd) return;
  let cursor: StreamCursor = from ?? STREAM_START;
  let isStarted = from !== undefined;
  const wakeUp = createWakeUp(context.listener, executionId, input.signal);
  try {
    for (;;) {
      if (input.signal?.aborted) return;
      const progress = await readProgress(context.db, { workflowId: executionId, ...cursor });
      if (progress !== undefined) {
        if (!isStarted) yield { type: 'started', id: formatEventId(STREAM_START), executionId };
        isStarted = true;
        const next = eventsSince(cursor, progress);
        yield* next.events;
        cursor = next.cursor;
      }
      const last = await lastEvent(context, input, { executionId, cursor, progress });
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

/** The event that ends the stream, when the turn has ended; a turn cancelled in the queue has no execution. */
async function lastEvent(
  { db }: ClientContext,
  input: StreamTurnInput,
  state: { executionId: string; cursor: StreamCursor; progress: ExecutionProgress | undefined },
): Promise<TurnEvent | undefined> {
  const ended = state.progress ?? (await findTurn(db, input));
  if (ended === undefined)
    throw new ThreadlineError(
      'Client.NotFound',
      `There is no turn '${input.turnId.slice(0, 80)}' in this conversation`,
    );
  if (!isFinal(ended.status)) return undefined;
  const id = formatEventId(state.cursor, true);
  switch (ended.status) {
    case 'completed':
      return { type: 'done', id, text: (await findAnswer(db, state.executionId)) ?? '' };
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
