import { ApplicationFailure, condition } from '@temporalio/workflow';
import type { NewTurn, TurnChange } from '../../protocol/activities/conversation.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import type { TurnReceipt } from '../../protocol/messages.js';
import { refusal } from '../refusal.js';
import type { ConversationState } from './conversation-state.js';

/** Changes a queued turn in its row and in the queue, or changes nothing and throws. */
export async function changeTurn(state: ConversationState, input: TurnChange): Promise<TurnReceipt> {
  const { turnId } = input;
  const change = state.ledger.changes.add(input);
  state.lastActivityMs = Date.now();
  await condition(() => change.outcome !== undefined);
  const { outcome } = change;
  if (outcome && 'problem' in outcome) throw refusal(outcome.type, outcome.problem);
  return toReceipt(state, turnId);
}

/**
 * Resending a queued message with `steer` or `interrupt` changes how it is sent, also if an earlier run queued it.
 */
export async function changeResent(
  state: ConversationState,
  { turnId, whileRunning }: NewTurn,
): Promise<void> {
  if (!whileRunning || state.closing || !state.ledger.isSentToQueue(turnId)) return;
  try {
    await changeTurn(state, { turnId, whileRunning });
  } catch (error) {
    // The message started meanwhile, or may not join a turn. Either way it is stored.
    if (!(error instanceof ApplicationFailure)) throw error;
  }
}

export function toReceipt({ ledger, conversationId }: ConversationState, messageId: string): TurnReceipt {
  const turnId = ledger.turnOf(messageId);
  return { turnId, executionId: turnWorkflowId(conversationId, turnId), position: ledger.position(turnId) };
}
