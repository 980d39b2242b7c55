import type { Context } from 'hono';
import type { Caller, GatewayContext, GatewayEnv } from '../../gateway-env.js';
import { streamResponse } from '../../streams/stream-response.js';
import { AnswerWriter, writeUnlessReturned } from '../chat/answer-writer.js';
import { ReturnedCalls } from '../chat/returned-calls.js';
import type { TurnEvent } from '../../../../client/stream/turn-events.js';
import type { OpenAiError } from '../errors/openai-error.js';
import { toOpenAiError, turnFailureToOpenAiError } from '../errors/to-openai-error.js';
import { readEnd } from '../read-end.js';
import { toExecutionId } from './to-execution-id.js';
import { openResponseConversation } from './read-response.js';
import { endState, type ResponseHead, type ResponseState } from './response-object.js';
import { eventAfter, ResponseWriter, type ResponseEvent } from './response-writer.js';

interface StreamedResponse {
  head: ResponseHead;
  /** Sends only later events; -1 sends all. */
  after: number;
  /** Nobody can read the response after a disconnect. */
  isAbandoned: boolean;
}

export async function streamEvents(
  c: Context<GatewayEnv>,
  context: GatewayContext,
  streamed: StreamedResponse,
): Promise<Response> {
  const writer = new ResponseWriter(streamed.head);
  const caller = c.get('caller');
  let last = streamed.after;
  return streamResponse(c, context, {
    failsWhenEnded: true,
    async *pieces(signal) {
      for await (const event of readEvents(caller, { ...streamed, writer, signal })) {
        const left = eventAfter(event, streamed.after);
        if (!left) continue;
        yield toPiece(left);
        last = left.sequence_number;
      }
    },
    toLastPiece: (error) => toPiece(breakOff(toOpenAiError(error), last)),
  });
}

async function* readEvents(
  caller: Caller,
  {
    head: { key },
    isAbandoned,
    writer,
    signal,
  }: StreamedResponse & { writer: ResponseWriter; signal: AbortSignal },
): AsyncGenerator<ResponseEvent, void, void> {
  const conversation = openResponseConversation(caller, key);
  const answer = new AnswerWriter({ isHeld: key.isObject });
  const returned = new ReturnedCalls({ turnId: key.turnId, names: key.tools });
  let executionId = toExecutionId(conversation, key);
  let hasEnded = false;
  try {
    yield* writer.begin();
    for await (const event of conversation.stream(key.turnId, { signal })) {
      if (event.type === 'started') executionId = event.executionId;
      if (event.type === 'failed' || event.type === 'cancelled') {
        hasEnded = true;
        yield writer.fail(findFailure(event));
        return;
      }
      returned.see(event);
      const { calls } = returned;
      for (const piece of writeUnlessReturned(answer, { event, calls })) {
        if (piece.kind === 'text') {
          yield* writer.writeText(piece.text);
          continue;
        }
        hasEnded = true;
        const { reason, usage } = await readEnd(caller.client, executionId);
        yield* writer.end({ ...endState(reason), calls, usage });
        return;
      }
    }
  } finally {
    if (isAbandoned && !hasEnded && signal.aborted) await conversation.cancel(key.turnId);
  }
}

function findFailure(
  event: Extract<TurnEvent, { type: 'failed' | 'cancelled' }>,
): Pick<ResponseState, 'status' | 'error'> {
  if (event.type === 'cancelled') return { status: 'cancelled' };
  return { status: 'failed', error: turnFailureToOpenAiError(event) };
}

/** Repeats the last event's number, from which a client resumes. */
function breakOff({ message, facts: { code, param } }: OpenAiError, last: number): ResponseEvent {
  return { type: 'error', sequence_number: last, code: code ?? null, message, param: param ?? null };
}

function toPiece(event: ResponseEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
