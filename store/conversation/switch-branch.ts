import { endTurnRow, lockConversationOfTurn, placeEndedMessages } from './conversations.js';
import type { Database } from '../database.js';
import { enterBranch } from './begin-branch.js';

export async function switchBranch(
  db: Database,
  input: { workflowId: string; turnId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const turn = await lockConversationOfTurn(trx, input);
    if (!turn) return;
    const { id: conversationId, position } = turn;
    if (!(await endTurnRow(trx, { conversationId, position, status: 'completed' }))) return;
    // Messages that were canceled before the switch belong to the old branch.
    if (turn.last_position > position) await placeEndedMessages(trx, { conversationId, from: position });
    await enterBranch(trx, turn);
  });
}
