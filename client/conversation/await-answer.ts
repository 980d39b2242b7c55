import { findTurn } from '../../store/conversation/find-turn.js';
import { endNotice } from '../../store/notify.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import type { ClientContext } from '../client-context.js';
import type { Call } from '../call/call.js';
import { ThreadlineError } from '../threadline-error.js';
import { createWakeUp } from '../stream/wake-up.js';

/**
 * Waits for the answer of a turn that was submitted, by its rows: one small statement at once, one when it has
 * ended, and one a second for notices that were lost. Throws the turn's failure, or `Conversation.TurnCancelled`.
 */
export async function awaitAnswer(
  { context, call }: { context: ClientContext; call: Call },
  input: { conversationId: string; turnId: string },
): Promise<string> {
  const wakeUp = createWakeUp(
    context.listener,
    endNotice(turnWorkflowId(input.conversationId, input.turnId)),
    undefined,
  );
  try {
    for (;;) {
      call.restart();
      const turn = await call.read(() => findTurn(context.db, input));
      switch (turn?.status) {
        case 'completed':
          return turn.answer ?? '';
        case 'failed':
          throw new ThreadlineError(
            turn.errorType ?? 'Conversation.TurnFailed',
            turn.errorMessage ?? 'The turn failed',
          );
        case 'cancelled':
          throw new ThreadlineError('Conversation.TurnCancelled', `Turn '${input.turnId}' was cancelled`);
        default:
          await wakeUp.wait();
      }
    }
  } finally {
    wakeUp.stop();
  }
}
