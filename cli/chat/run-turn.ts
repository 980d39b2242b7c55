import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { TurnEvent } from '../../client/stream/stream-events.js';

/** How a turn ended. */
export type TurnOutcome = { turnId: string; executionId: string } & (
  | { status: 'completed'; text: string }
  | { status: 'failed'; error: { type: string; message: string } }
  | { status: 'cancelled' }
);

export interface WatchTurnInput {
  conversation: ConversationHandle;
  turnId: string;
  executionId: string;
  onEvent: (event: TurnEvent) => void;
  signal?: AbortSignal;
}

/** Follows a turn to its end. Undefined: the signal aborted first; the turn goes on without a reader. */
export async function watchTurn(input: WatchTurnInput): Promise<TurnOutcome | undefined> {
  const { conversation, turnId, executionId, onEvent, signal } = input;
  for await (const event of conversation.stream(turnId, { ...(signal && { signal }) })) {
    onEvent(event);
    if (event.type === 'done') return { turnId, executionId, status: 'completed', text: event.text };
    if (event.type === 'cancelled') return { turnId, executionId, status: 'cancelled' };
    if (event.type === 'failed')
      return {
        turnId,
        executionId,
        status: 'failed',
        error: { type: event.errorType, message: event.message },
      };
  }
  return undefined;
}

/** A turn is stored within a second where a worker runs; after this long somebody wonders. */
const SLOW_MS = 10_000;

export interface RunTurnInput extends Omit<WatchTurnInput, 'turnId' | 'executionId'> {
  text: string;
  onSubmitted?: (turnId: string) => void;
  onSlow?: () => void;
}

/** Sends a message and follows its turn to the end, see {@link watchTurn}. Throws when it is refused. */
export async function runTurn({
  text,
  onSubmitted,
  onSlow,
  ...input
}: RunTurnInput): Promise<TurnOutcome | undefined> {
  const timer = setTimeout(() => onSlow?.(), SLOW_MS);
  try {
    const { turnId, executionId } = await input.conversation.submit(text);
    clearTimeout(timer);
    onSubmitted?.(turnId);
    return await watchTurn({ ...input, turnId, executionId });
  } finally {
    clearTimeout(timer);
  }
}
