import type { FinalStatus } from '../../protocol/final-status.js';
import {
  clearConversation as clear,
  closeConversation as close,
} from '../../store/conversation/conversations.js';
import { switchBranch as goTo } from '../../store/conversation/switch-branch.js';
import { findJoinedTurns } from '../../store/conversation/find-joined.js';
import { settleTurn as settle } from '../../store/execution/settle-turn.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import { answerSettings } from '../answer-settings.js';
import type { ActivityDependencies } from '../dependencies.js';
import { reportEnd } from '../ending/report-end.js';
import { callerWorkflowId } from '../workflow-id.js';
import type { PartOfTurn, SettleTurnInput } from '../../protocol/activities/conversation.js';

export function createCloseTurns({ db, onPoint }: ActivityDependencies) {
  return {
    async settleTurn(input: SettleTurnInput): Promise<FinalStatus> {
      await onPoint?.('settleTurn.before');
      const conversationId = callerWorkflowId();
      const executionId = turnWorkflowId(conversationId, input.turnId);
      const { status, ended } = await settle(db, {
        ...answerSettings(),
        ...input,
        conversationId,
        executionId,
      });
      await reportEnd(db, ended);
      return status;
    },
    async findJoined({ messageIds }: { messageIds: readonly string[] }): Promise<PartOfTurn[]> {
      await onPoint?.('findJoined.before');
      return findJoinedTurns(db, { workflowId: callerWorkflowId(), messageIds });
    },
    async clearConversation({ turnId }: { turnId: string }): Promise<void> {
      await clear(db, { workflowId: callerWorkflowId(), turnId });
    },
    async switchBranch({ turnId }: { turnId: string }): Promise<void> {
      await onPoint?.('switchBranch.before');
      await goTo(db, { workflowId: callerWorkflowId(), turnId });
    },
    async closeConversation(): Promise<void> {
      await close(db, callerWorkflowId());
    },
  };
}
