import { ifCutOff, toCutOffReason, type CutOffReason } from '../../protocol/finish-reason.js';
import { shownAnswer } from '../../protocol/shown-answer.js';
import { findTurn } from '../../store/conversation/find-turn.js';
import { endNotice } from '../../store/notify.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import type { ClientContext } from '../client-context.js';
import type { Call } from '../call/call.js';
import { ThreadlineError } from '../threadline-error.js';
import { createWakeUp, type WakeUp } from '../stream/wake-up.js';

interface AwaitedAnswer {
  text: string;
  turnId: string;
  finishReason?: CutOffReason;
}

interface AwaitedTurn {
  conversationId: string;
  turnId: string;
}

export function listenForEnd({ listener }: ClientContext, turn: AwaitedTurn): WakeUp {
  return createWakeUp(listener, endNotice(turnWorkflowId(turn.conversationId, turn.turnId)), undefined);
}

/**
 * Polls, because notices may be lost. A `listening` from before the turn skips the first poll. Throws the
 * turn's failure, `Conversation.TurnCancelled`, or `Client.NotFound` for a forgotten turn.
 */
export async function awaitAnswer(
  { context, call, listening }: { context: ClientContext; call: Call; listening: WakeUp | undefined },
  input: AwaitedTurn,
): Promise<AwaitedAnswer> {
  const wakeUp = listening ?? listenForEnd(context, input);
  try {
    if (listening) await wakeUp.wait();
    for (;;) {
      call.restart();
      const turn = await call.read(() => findTurn(context.db, input));
      switch (turn?.status) {
        case 'completed':
          return {
            text: shownAnswer(turn.answer ?? ''),
            turnId: turn.joined?.turnId ?? input.turnId,
            ...ifCutOff(toCutOffReason(turn.finish)),
          };
        case 'failed':
          throw new ThreadlineError(
            turn.errorType ?? 'Conversation.TurnFailed',
            turn.errorMessage ?? 'The turn failed',
          );
        case 'cancelled':
          throw new ThreadlineError('Conversation.TurnCancelled', `Turn '${input.turnId}' was canceled`);
        case undefined:
          // Its rows were deleted.
          throw new ThreadlineError(
            'Client.NotFound',
            `Turn '${input.turnId}' no longer exists: its user was forgotten or its conversation deleted`,
          );
        default:
          await wakeUp.wait();
      }
    }
  } finally {
    wakeUp.stop();
  }
}
