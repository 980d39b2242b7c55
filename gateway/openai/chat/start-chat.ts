import { randomUUID } from 'node:crypto';
import type { TurnEvent } from '../../../client/stream/stream-events.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { ONE_OFF_PREFIX } from '../../../protocol/one-off.js';
import type { Caller } from '../../gateway-env.js';
import { toSaid } from '../requests/to-said.js';
import { readPast } from './read-past.js';
import type { ChatRequest } from './read-chat-request.js';

/** An answer that is being made. */
export interface StartedChat {
  turnId: string;
  executionId: string;
  events(signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** Ends what nobody can ask for any more; undefined: it can be read, by its conversation or by the same key again. */
  abandon: (() => Promise<unknown>) | undefined;
}

/**
 * Begins an answer: a turn of the conversation that is named, whose past is ours; else the one turn of a conversation that
 * begins with the messages as they were given.
 */
export async function startChat({ client, user }: Caller, request: ChatRequest): Promise<StartedChat> {
  const { flow, channel, key: turnId = randomUUID() } = request;
  const isOneOff = channel === undefined;
  const { past, parts } = isOneOff ? readPast(request) : { past: undefined, parts: request.parts };
  const conversation = client.conversation({ flow, user, channel: channel ?? ONE_OFF_PREFIX + turnId });
  const { callerTools } = request;
  const options = past === undefined ? {} : callerTools === undefined ? { past } : { past, callerTools };
  const receipt = await conversation.submit(toSaid({ turnId, parts, output: request.output }), options);
  // A message that answers a question belongs to the turn that asked.
  const told = receipt.turnId;
  return {
    turnId: told,
    executionId: turnWorkflowId(conversation.workflowId, told),
    events: (signal) => conversation.stream(told, { signal }),
    abandon: isOneOff && request.key === undefined ? () => conversation.cancel(turnId) : undefined,
  };
}
