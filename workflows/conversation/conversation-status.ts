import { turnWorkflowId } from '../../protocol/ids.js';
import type { ConversationStatus } from '../../protocol/messages.js';
import type { ConversationState } from './conversation-state.js';

export function conversationStatus(state: ConversationState): ConversationStatus {
  const { ledger, conversationId } = state;
  const { running } = ledger;
  return {
    state: state.closing ? 'closing' : running === null && ledger.waiting === 0 ? 'idle' : 'running',
    running: running && {
      turnId: running.turnId,
      executionId: turnWorkflowId(conversationId, running.turnId),
    },
    queued: [...ledger.queue.map((turn) => turn.turnId), ...ledger.arrived.keys()],
    recent: [...ledger.ended].map(([turnId, { status }]) => ({ turnId, status })),
    turns: ledger.turns,
    refused: state.refused,
    ignored: state.ignored,
  };
}
