import { ThreadlineError } from '../../../../client/threadline-error.js';
import type { ConversationHandle } from '../../../../client/conversation/handle.js';
import type { TurnEvent } from '../../../../client/stream/turn-events.js';
import type { Caller } from '../../gateway-env.js';
import type { ChatToolCall } from '../chat/chat-completion.js';
import { ReturnedCalls } from '../chat/returned-calls.js';
import { AnswerWriter, writeUnlessReturned } from '../chat/answer-writer.js';
import { turnFailureToOpenAiError } from '../errors/to-openai-error.js';
import { readEnd } from '../read-end.js';
import { toExecutionId } from './to-execution-id.js';
import { noSuchResponse, type ResponseKey } from '../requests/response-key.js';
import { endState, type ResponseHead, type ResponseState } from './response-object.js';

type Execution = Awaited<ReturnType<Caller['client']['executions']['get']>>;

export function openResponseConversation(
  { client, user }: Caller,
  { flow, channel }: ResponseKey,
): ConversationHandle {
  return client.conversation({ flow, user, channel });
}

/** Throws a 404 if the response is unknown. */
export async function readResponse(
  caller: Caller,
  key: ResponseKey,
): Promise<{ head: ResponseHead; state: ResponseState }> {
  const execution = await findExecution(caller, key);
  if (typeof execution === 'string')
    return { head: { key, createdAt: new Date() }, state: { status: execution } };
  const head = { key, createdAt: execution.createdAt };
  const { executionId, status, errorType, errorMessage } = execution;
  switch (status) {
    case 'failed':
      return {
        head,
        state: {
          status: 'failed',
          error: turnFailureToOpenAiError({ errorType: errorType ?? '', message: errorMessage ?? '' }),
        },
      };
    case 'cancelled':
      return { head, state: { status: 'cancelled' } };
    // A question to a person is the answer until the turn continues.
    case 'interrupted':
    case 'completed': {
      const { text, calls } = await readAnswer(caller, key);
      const { reason, usage } = await readEnd(caller.client, executionId);
      return { head, state: { ...endState(reason), text, calls, usage } };
    }
    case 'pending':
    case 'running':
      return { head, state: { status: 'in_progress' } };
  }
}

/**
 * Finds the execution of the message's turn, or of the turn it joined. Returns the state if there is none, as for a
 * turn canceled in the queue. Throws a 404.
 */
export async function findExecution(
  caller: Caller,
  key: ResponseKey,
): Promise<Execution | 'queued' | 'cancelled'> {
  const conversation = openResponseConversation(caller, key);
  const { executions } = caller.client;
  const own = await foundOrNot(executions.get(toExecutionId(conversation, key)));
  if (own) return own;
  if ((await conversation.unfinished()).includes(key.turnId)) return 'queued';
  const first = await foundOrNot(firstEvent(conversation, key.turnId));
  if (first?.type === 'cancelled') return 'cancelled';
  const joined = first?.type === 'started' ? await foundOrNot(executions.get(first.executionId)) : undefined;
  if (!joined) throw noSuchResponse();
  return joined;
}

async function firstEvent(conversation: ConversationHandle, turnId: string): Promise<TurnEvent | undefined> {
  for await (const event of conversation.stream(turnId, { timeoutMs: 2_000 }))
    if (event.type === 'started' || event.type === 'cancelled') return event;
  return undefined;
}

async function readAnswer(
  caller: Caller,
  key: ResponseKey,
): Promise<{ text: string; calls: readonly ChatToolCall[] }> {
  const returned = new ReturnedCalls({ turnId: key.turnId, names: key.tools });
  const writer = new AnswerWriter({ isHeld: key.isObject });
  let text = '';
  for await (const event of openResponseConversation(caller, key).stream(key.turnId)) {
    returned.see(event);
    const { calls } = returned;
    for (const piece of writeUnlessReturned(writer, { event, calls })) {
      if (piece.kind === 'end') return { text, calls };
      text += piece.text;
    }
  }
  return { text, calls: [] };
}

async function foundOrNot<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ThreadlineError && error.type === 'Client.NotFound') return undefined;
    throw error;
  }
}
