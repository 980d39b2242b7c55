import { randomUUID } from 'node:crypto';
import type { TurnEvent } from '../../../client/stream/stream-events.js';
import type { Part } from '../../../client/uploads/send-parts.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { ONE_OFF_PREFIX } from '../../../protocol/one-off.js';
import type { Caller } from '../../gateway-env.js';
import { readPast } from './read-past.js';
import type { ChatRequest } from './read-chat-request.js';

/** An answer that is being made. */
export interface StartedChat {
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
  const text = onlyText(parts);
  const options = past === undefined ? {} : { past };
  const { output } = request;
  const said = output === undefined ? { turnId } : { turnId, output };
  await conversation.submit(text === undefined ? { ...said, parts } : { ...said, text }, options);
  return {
    executionId: turnWorkflowId(conversation.workflowId, turnId),
    events: (signal) => conversation.stream(turnId, { signal }),
    abandon: isOneOff && request.key === undefined ? () => conversation.cancel(turnId) : undefined,
  };
}

/** The text of a message without pictures and files; undefined: it has some. */
function onlyText(parts: readonly Part[]): string | undefined {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('\n\n') : undefined;
}
