import type { CancelTurnInput } from '../../protocol/messages.js';
import type { ConversationState } from './conversation-state.js';

export function requestCancel(
  { ledger, cancelRunning }: ConversationState,
  input: CancelTurnInput | undefined,
): string | undefined {
  const asked = input?.turnId ?? ledger.current;
  if (asked === undefined || !ledger.knows(asked)) return undefined;
  const turnId = ledger.turnOf(asked);
  if (ledger.ended.has(turnId)) return turnId;
  ledger.cancelling.add(turnId);
  if (ledger.running?.turnId === turnId) cancelRunning?.();
  return turnId;
}
