import type { CancelTurnInput } from '../../protocol/messages.js';
import type { ConversationState } from './conversation-state.js';

/**
 * Cancels a turn, by default the running one. For a message that joined a turn, cancels that turn. Returns
 * the id of the turn, also if it has ended; undefined if there is none.
 */
export function requestCancel(
  { ledger, cancelRunning }: ConversationState,
  input: CancelTurnInput | undefined,
): string | undefined {
  const asked = input?.turnId ?? ledger.running?.turnId;
  if (asked === undefined || !ledger.knows(asked)) return undefined;
  const turnId = ledger.turnOf(asked);
  if (ledger.ended.has(turnId)) return turnId;
  ledger.cancelling.add(turnId);
  if (ledger.running?.turnId === turnId) cancelRunning?.();
  return turnId;
}
