import { randomUUID } from 'node:crypto';
import { ThreadlineError } from '../threadline-error.js';
import type { Message, Said, SendOptions } from './handle.js';

export type SentMessage = Message & { turnId: string } & SendOptions;

const FIELDS = ['text', 'parts', 'data', 'output', 'turnId', 'timeoutMs'];

export function toMessage(said: Said, options: SendOptions | undefined): SentMessage {
  const { whileRunning, priority, past, callerTools } = options ?? {};
  const how = { whileRunning, past, callerTools, ...(priority !== undefined && { priority }) };
  const turnId = randomUUID();
  if (typeof said === 'string') return { text: said, turnId, ...how };
  if (isParts(said)) return { parts: said, turnId, ...how };
  const unknown = Object.keys(said ?? {}).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined)
    throw new ThreadlineError(
      'Conversation.InvalidTurn',
      `A message has no field '${unknown.slice(0, 80)}': it has ${FIELDS.join(', ')}`,
    );
  if (said.parts && said.text !== undefined)
    throw new ThreadlineError('Conversation.InvalidTurn', "A message has a 'text' or 'parts', not both");
  return { ...said, turnId: said.turnId ?? turnId, ...how };
}

/** `Array.isArray` ignores readonly arrays. */
function isParts(said: Said): said is Extract<Said, readonly unknown[]> {
  return Array.isArray(said);
}
