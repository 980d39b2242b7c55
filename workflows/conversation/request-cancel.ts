import type { CancelTurnInput } from '../../protocol/messages.js';
import type { ConversationState } from './conversation-state.js';

/**
 * Wants a turn cancelled, by default the one that runs; of a message that is a part of a turn that turn. Returns the id of
 * what will be cancelled, or has ended; undefined: there is none such.
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
