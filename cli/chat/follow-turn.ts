import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { Part } from '../../client/uploads/send-parts.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import { ifCutOff, type CutOffReason } from '../../protocol/finish-reason.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { WhileRunning } from '../../protocol/while-running.js';
import type { TurnEvent } from '../../client/stream/turn-events.js';

export type TurnEnd = { turnId: string; executionId: string } & (
  | { status: 'completed'; text: string; finishReason?: CutOffReason; object?: unknown }
  | { status: 'failed'; error: { type: string; message: string } }
  | { status: 'cancelled' }
);

interface FollowTurnInput {
  conversation: ConversationHandle;
  turnId: string;
  executionId: string;
  onEvent: (event: TurnEvent) => void;
  signal?: AbortSignal;
}

/** Undefined if the signal aborts first; the turn continues. */
export async function followTurn(input: FollowTurnInput): Promise<TurnEnd | undefined> {
  const { conversation, turnId, executionId, onEvent, signal } = input;
  for await (const event of conversation.stream(turnId, { signal })) {
    onEvent(event);
    if (event.type === 'done') {
      const { text, finishReason } = event;
      return { turnId, executionId, status: 'completed', text, ...ifCutOff(finishReason) };
    }
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

const SLOW_MS = 10_000;

export interface SendMessageInput extends Omit<FollowTurnInput, 'turnId' | 'executionId'> {
  text: string;
  files?: readonly Part[];
  data?: MessageData | undefined;
  output?: JsonSchema | undefined;
  whileRunning?: WhileRunning | undefined;
  onSubmitted?: (turnId: string) => void;
  onSlow?: () => void;
}

export async function sendMessage(input: SendMessageInput): Promise<TurnEnd | undefined> {
  const {
    text,
    files = [],
    data,
    output,
    whileRunning,
    onSubmitted,
    onSlow,
    conversation,
    onEvent,
    signal,
  } = input;
  const body = files.length === 0 ? { text } : { parts: [{ type: 'text' as const, text }, ...files] };
  const timer = setTimeout(() => onSlow?.(), SLOW_MS);
  try {
    const { turnId, executionId } = await conversation.submit({ ...body, data, output }, { whileRunning });
    clearTimeout(timer);
    onSubmitted?.(turnId);
    return await followTurn({ conversation, turnId, executionId, onEvent, signal });
  } finally {
    clearTimeout(timer);
  }
}
