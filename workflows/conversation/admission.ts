import type { TurnInput } from '../../protocol/messages.js';
import { MAX_ASKS_IN_FLIGHT, MAX_QUEUED_TURNS } from '../../protocol/limits.js';
import { turnInputProblem } from './check-turn.js';
import type { ConversationState } from './conversation-state.js';
import { isRolloverOverdue } from './rollover.js';
import { unknownFields } from './turn-fields.js';
import { whySealed, type Refusal } from './why-not.js';

/** Why a message is refused. */
export function whyNotTurn(state: ConversationState, input: TurnInput | undefined): Refusal {
  const sealed = whySealed(input);
  if (sealed !== undefined) return sealed;
  const problem = turnInputProblem(input);
  if (problem !== undefined) return { type: 'Conversation.InvalidTurn', message: problem };
  return whyNotAdmitted(state, input?.turnId);
}

/** Whoever sends an Update hears of a field that means nothing; of a Signal the rest is taken. */
export function whyNotUpdate(state: ConversationState, input: TurnInput | undefined): Refusal {
  const unknown = whySealed(input) === undefined ? unknownFields(input) : undefined;
  if (unknown !== undefined) return { type: 'Conversation.InvalidTurn', message: unknown };
  return whyNotTurn(state, input);
}

/** Why a turn is refused, whatever it says. */
export function whyNotAdmitted({ ledger, closing }: ConversationState, turnId: string | undefined): Refusal {
  if (turnId !== undefined && ledger.knows(turnId)) return undefined;
  if (closing)
    return {
      type: 'Conversation.Closed',
      message: 'The conversation is closing; its next message begins a new one',
    };
  if (ledger.waiting >= MAX_QUEUED_TURNS)
    return {
      type: 'Conversation.QueueFull',
      message: `${MAX_QUEUED_TURNS} messages wait already; send it again later`,
    };
  return undefined;
}

/** Why nobody may wait for one more answer. */
export function whyNotAsk(state: ConversationState): Refusal {
  if (state.asksInFlight >= MAX_ASKS_IN_FLIGHT)
    return {
      type: 'Conversation.Busy',
      message: `${MAX_ASKS_IN_FLIGHT} asks wait for answers already; use submitTurn, or ask again later`,
    };
  if (isRolloverOverdue(state))
    return {
      type: 'Conversation.Busy',
      message: 'The conversation is about to continue as new; ask again in a moment',
    };
  return undefined;
}
