import type { Context } from 'hono';
import type { Caller, GatewayContext, GatewayEnv } from '../../gateway-env.js';
import { streamResponse } from '../../streams/stream-response.js';
import { AnswerTeller, tellUnlessReturned } from '../chat/answer-teller.js';
import { ReturnedCalls } from '../chat/returned-calls.js';
import type { TurnEvent } from '../../../../client/stream/stream-events.js';
import { toOpenAiError, turnFailureToOpenAiError } from '../errors/to-openai-error.js';
import { readEnd } from '../read-end.js';
import { toExecutionId } from './to-execution-id.js';
import { openResponseConversation } from './read-response.js';
import { endState, type ResponseHead, type ResponseState } from './response-object.js';
import { eventAfter, ResponseTeller, type ResponseEvent } from './tell-response.js';

interface StreamedResponse {
  head: ResponseHead;
  /** The reader's last event; -1: none. */
  after: number;
  /** Nobody could read the response after this reader disconnects. */
  isAbandoned: boolean;
}

export async function streamEvents(
  c: Context<GatewayEnv>,
  context: GatewayContext,
  streamed: StreamedResponse,
): Promise<Response> {
  const teller = new ResponseTeller(streamed.head);
  const caller = c.get('caller');
  return streamResponse(c, context, {
    failsWhenEnded: true,
    async *pieces(signal) {
      for await (const event of readEvents(caller, { ...streamed, teller, signal })) {
        const left = eventAfter(event, streamed.after);
        if (left !== undefined) yield toPiece(left);
      }
    },
    toLastPiece: (error) => toPiece(teller.breakOff(toOpenAiError(error))),
  });
}

async function* readEvents(
  caller: Caller,
  {
    head: { key },
    isAbandoned,
    teller,
    signal,
  }: StreamedResponse & { teller: ResponseTeller; signal: AbortSignal },
): AsyncGenerator<ResponseEvent, void, void> {
  const conversation = openResponseConversation(caller, key);
  const answer = new AnswerTeller({ isHeld: key.isObject });
  const returned = new ReturnedCalls({ turnId: key.turnId, names: key.tools });
  let executionId = toExecutionId(conversation, key);
  let hasEnded = false;
  try {
    yield* teller.begin();
    for await (const event of conversation.stream(key.turnId, { signal })) {
      if (event.type === 'started') executionId = event.executionId;
      if (event.type === 'failed' || event.type === 'cancelled') {
        hasEnded = true;
        yield teller.fail(findFailure(event));
        return;
      }
      returned.see(event);
      const { calls } = returned;
      for (const piece of tellUnlessReturned(answer, { event, calls })) {
        if (piece.kind === 'text') {
          yield* teller.tellText(piece.text);
          continue;
        }
        hasEnded = true;
        const { reason, usage } = await readEnd(caller.client, executionId);
        yield* teller.end({ ...endState(reason), calls, usage });
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

function toPiece(event: ResponseEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
