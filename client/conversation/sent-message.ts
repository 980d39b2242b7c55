import { randomUUID } from 'node:crypto';
import { ThreadlineError } from '../threadline-error.js';
import type { Message, MessageInput, SendOptions } from './handle.js';

export type SentMessage = Message & { turnId: string } & SendOptions;

const FIELDS = ['text', 'parts', 'data', 'output', 'turnId', 'timeoutMs'];

export function toMessage(input: MessageInput, options: SendOptions | undefined): SentMessage {
  const { whileRunning, priority, past, callerTools } = options ?? {};
  const how = { whileRunning, past, callerTools, priority };
  const turnId = randomUUID();
  if (typeof input === 'string') return { text: input, turnId, ...how };
  if (isParts(input)) return { parts: input, turnId, ...how };
  if (typeof input !== 'object' || input === null)
    throw new ThreadlineError(
      'Conversation.InvalidTurn',
      'A message is a text, a list of parts, or an object',
    );
  const unknown = Object.keys(input).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined)
    throw new ThreadlineError(
      'Conversation.InvalidTurn',
      `A message has no field '${unknown.slice(0, 80)}': it has ${FIELDS.join(', ')}`,
    );
  if (input.parts && input.text !== undefined)
    throw new ThreadlineError('Conversation.InvalidTurn', "A message has a 'text' or 'parts', not both");
  return { ...input, turnId: input.turnId ?? turnId, ...how };
}

/** `Array.isArray` does not narrow a readonly array. */
function isParts(input: MessageInput): input is Extract<MessageInput, readonly unknown[]> {
  return Array.isArray(input);
}
