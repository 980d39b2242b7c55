import type { FinalStatus } from '../../protocol/status.js';
import {
  clearConversation as clear,
  closeConversation as close,
} from '../../store/conversation/conversations.js';
import { switchBranch as goTo } from '../../store/branches/switch-branch.js';
import { findJoinedTurns } from '../../store/conversation/find-joined.js';
import { settleTurn as settle } from '../../store/execution/settle-turn.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import { answerSettings } from '../answer-settings.js';
import type { ActivityDependencies } from '../dependencies.js';
import { callerWorkflowId } from '../workflow-id.js';
import type { PartOfTurn, SettleTurnInput } from '../../protocol/activities/conversation.js';

/** The Activities that see to turns without their executions, or after them; each may run twice. */
export function createCloseTurns({ db, onPoint }: ActivityDependencies) {
  return {
    /** Sees that the rows of a turn are final, and returns how they are. */
    async settleTurn(input: SettleTurnInput): Promise<FinalStatus> {
      await onPoint?.('settleTurn.before');
      const conversationId = callerWorkflowId();
      const executionId = turnWorkflowId(conversationId, input.turnId);
      return settle(db, { ...answerSettings(), ...input, conversationId, executionId });
    },
    /** Finds those of these messages that joined a turn. */
    async findJoined({ messageIds }: { messageIds: readonly string[] }): Promise<PartOfTurn[]> {
      await onPoint?.('findJoined.before');
      return findJoinedTurns(db, { workflowId: callerWorkflowId(), messageIds });
    },
    /** Processes a clear: later turns see nothing of the thread so far. */
    async clearConversation({ turnId }: { turnId: string }): Promise<void> {
      await clear(db, { workflowId: callerWorkflowId(), turnId });
    },
    /** Processes a switch: later turns go on with another branch. */
    async switchBranch({ turnId }: { turnId: string }): Promise<void> {
      await onPoint?.('switchBranch.before');
      await goTo(db, { workflowId: callerWorkflowId(), turnId });
    },
    /** Ends the active thread; the next message begins a new one. */
    async closeConversation(): Promise<void> {
      await close(db, callerWorkflowId());
    },
  };
}
