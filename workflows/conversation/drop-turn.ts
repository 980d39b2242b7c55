import { condition } from '@temporalio/workflow';
import type { DropTurnInput, DropTurnResult } from '../../protocol/messages.js';
import { refusal } from '../refusal.js';
import type { ConversationState } from './conversation-state.js';

export async function dropTurn(state: ConversationState, input: DropTurnInput): Promise<DropTurnResult> {
  const { ledger } = state;
  const { turnId, restore } = input;
  const drop = ledger.drops.add({ turnId, restore });
  state.lastActivityMs = Date.now();
  await condition(() => drop.outcome !== undefined);
  const { outcome } = drop;
  if (!outcome || 'problem' in outcome)
    throw refusal('Conversation.InvalidTurn', outcome?.problem ?? 'Nothing was dropped');
  return outcome;
}
