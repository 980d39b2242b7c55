import { sql } from 'kysely';
import { isFinal } from '../../flow/execution/execution-status.js';
import { endTurnRow, lockConversationOfTurn, placeEndedMessages } from '../conversation/conversations.js';
import type { Database } from '../database.js';
import { notifyEnd } from '../notify.js';
import { finishExecution, type FinishInput, type FinishResult } from './finish-execution.js';

/** Idempotent. */
export async function settleTurn(
  db: Database,
  input: { conversationId: string; executionId: string; turnId: string } & Omit<FinishInput, 'workflowId'>,
): Promise<Pick<FinishResult, 'status' | 'ended'>> {
  const workflowId = input.executionId;
  const { status, ended } = await finishExecution(db, { ...input, workflowId });
  return db.transaction().execute(async (trx) => {
    const conversation = await lockConversationOfTurn(trx, {
      workflowId: input.conversationId,
      turnId: input.turnId,
    });
    if (!conversation) return { status, ended };
    const { position } = conversation;
    const { seconds, ...turn } = await trx
      .selectFrom('turn')
      .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
      .select(['turn.status', 'conversation.flow_slug as flow', 'conversation.user_id as user'])
      .select(sql<number>`extract(epoch from clock_timestamp() - turn.created_at)::float8`.as('seconds'))
      .where('conversation.id', '=', conversation.id)
      .where('position', '=', position)
      .executeTakeFirstOrThrow();
    if (isFinal(turn.status)) return { status: turn.status, ended };
    await endTurnRow(trx, { ...input, conversationId: conversation.id, position });
    await placeEndedMessages(trx, { conversationId: conversation.id, from: position });
    await notifyEnd(trx, workflowId);
    const { errorType, errorMessage } = input;
    const unbegun = { ...turn, workflowId, status, errorType, errorMessage, kind: 'turn', seconds } as const;
    return { status, ended: ended ?? unbegun };
  });
}
