import type { Caller } from '../../gateway-env.js';
import { AnswerTeller, tellUnlessReturned } from '../chat/answer-teller.js';
import { ReturnedCalls } from '../chat/returned-calls.js';
import { readEnd } from '../read-end.js';
import { openResponseConversation } from './read-response.js';
import { toExecutionId } from './to-execution-id.js';
import type { ResponseKey } from './response-key.js';
import { endState, type ResponseState } from './response-object.js';

/** Waits for the end of a response. Throws its failure. `isAbandoned`: nobody could read it after the client has left. */
export async function awaitResponse(
  caller: Caller,
  { key, signal, isAbandoned }: { key: ResponseKey; signal: AbortSignal; isAbandoned: boolean },
): Promise<ResponseState> {
  const conversation = openResponseConversation(caller, key);
  const teller = new AnswerTeller({ isHeld: key.isObject });
  const returned = new ReturnedCalls({ turnId: key.turnId, names: key.tools });
  let executionId = toExecutionId(conversation, key);
  let text = '';
  for await (const event of conversation.stream(key.turnId, { signal })) {
    if (event.type === 'started') executionId = event.executionId;
    returned.see(event);
    const { calls } = returned;
    for (const piece of tellUnlessReturned(teller, { event, calls })) {
      if (piece.kind === 'text') text += piece.text;
      else {
        const { reason, usage } = await readEnd(caller.client, executionId);
        return { ...endState(reason), text, calls, usage };
      }
    }
  }
  if (isAbandoned) await conversation.cancel(key.turnId);
  return { status: 'in_progress' };
}
