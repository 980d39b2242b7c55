import { isFinal } from '../../flow/execution/status.js';
import type { FinalStatus } from '../../protocol/status.js';
import { endTurnRow, lockConversationOfTurn, placeEndedMessages } from '../conversation/conversations.js';
import type { Database } from '../database.js';
import { notifyEnd } from '../notify.js';
import { finishExecution, type FinishInput } from './finish-execution.js';

/**
 * Ends a turn whose execution could not: canceled in the queue, refused or terminated. Its message keeps its
 * order behind earlier unfinished turns. Idempotent. Returns the outcome.
 */
export async function settleTurn(
  db: Database,
  input: { conversationId: string; executionId: string; turnId: string } & Omit<FinishInput, 'workflowId'>,
): Promise<FinalStatus> {
  const finished = await finishExecution(db, { ...input, workflowId: input.executionId });
  return db.transaction().execute(async (trx) => {
    const conversation = await lockConversationOfTurn(trx, {
      workflowId: input.conversationId,
      turnId: input.turnId,
    });
    if (conversation === undefined) return finished.status;
    const { position } = conversation;
    const turn = await trx
      .selectFrom('turn')
      .select('status')
      .where('conversation_id', '=', conversation.id)
      .where('position', '=', position)
      .executeTakeFirstOrThrow();
    if (isFinal(turn.status)) return turn.status;
    await endTurnRow(trx, { ...input, conversationId: conversation.id, position });
    await placeEndedMessages(trx, { conversationId: conversation.id, from: position });
    await notifyEnd(trx, input.executionId);
    return finished.status;
  });
}
