import type { ChangeTurnInput, TurnInput } from '../../protocol/messages.js';
import { MAX_ASKS_IN_FLIGHT, MAX_QUEUED_TURNS } from '../../protocol/limits.js';
import { changeInputProblem, turnInputProblem } from './check-turn.js';
import type { ConversationState } from './conversation-state.js';
import { isRolloverOverdue } from './rollover.js';
import { unknownFields } from './turn-fields.js';
import { whyInvalid, whySealed, type Refusal } from './why-not.js';

export function whyNotTurn(state: ConversationState, input: TurnInput | undefined): Refusal {
  const sealed = whySealed(input);
  if (sealed) return sealed;
  const problem = turnInputProblem(input);
  if (problem) return { type: 'Conversation.InvalidTurn', message: problem };
  return whyNotAdmitted(state, input?.turnId);
}

/** Rejects unknown fields, which Signals ignore. */
export function whyNotUpdate(state: ConversationState, input: TurnInput | undefined): Refusal {
  const unknown = whySealed(input) ? undefined : unknownFields(input);
  if (unknown !== undefined) return { type: 'Conversation.InvalidTurn', message: unknown };
  return whyNotTurn(state, input);
}

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
      message: `${MAX_QUEUED_TURNS} messages are already waiting; send this one again later`,
    };
  return undefined;
}

/**
 * A change needs no place in the queue, so only a closing conversation or a started turn refuses it. Repeating a
 * change that was stored is not refused, even if the turn has started since.
 */
export function whyNotChange({ ledger, closing }: ConversationState, input: ChangeTurnInput): Refusal {
  const why = whySealed(input) ?? whyInvalid(changeInputProblem(input));
  if (why) return why;
  const { turnId, whileRunning, text, textRef } = input;
  if (closing)
    return {
      type: 'Conversation.Closed',
      message: `The conversation is closing: message '${turnId}' stays in the queue as it is`,
    };
  const isNewText = text !== undefined || textRef !== undefined;
  const { running } = ledger;
  // Only the row shows whether a text was stored before.
  if (running?.turnId === turnId && !isNewText && (running.whileRunning ?? 'queue') !== whileRunning)
    return {
      type: 'Turn.NotQueued',
      message: `Message '${turnId}' has already started: cancel its turn, or send a new message`,
    };
  return undefined;
}

export function whyNotAsk(state: ConversationState): Refusal {
  if (state.asksInFlight >= MAX_ASKS_IN_FLIGHT)
    return {
      type: 'Conversation.Busy',
      message: `${MAX_ASKS_IN_FLIGHT} asks are already waiting for answers; use submitTurn, or ask again later`,
    };
  if (isRolloverOverdue(state))
    return {
      type: 'Conversation.Busy',
      message: 'The conversation is about to continue as new; ask again in a moment',
    };
  return undefined;
}
