import { isFinal, type TurnStatus } from '../../flow/execution/execution-status.js';
import type { PartOfTurn } from '../../protocol/activities/conversation.js';
import type { Database } from '../database.js';

export async function findJoinedTurns(
  db: Database,
  { workflowId, messageIds }: { workflowId: string; messageIds: readonly string[] },
): Promise<PartOfTurn[]> {
  const rows = await db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .innerJoin('turn as whole', (join) =>
      join
        .onRef('whole.conversation_id', '=', 'turn.conversation_id')
        .onRef('whole.position', '=', 'turn.of_position'),
    )
    .select(['turn.turn_id', 'whole.turn_id as of_turn_id', 'whole.status as of_status'])
    .where('conversation.workflow_id', '=', workflowId)
    .where('turn.turn_id', 'in', messageIds)
    .where('turn.joined_step', 'is not', null)
    .orderBy('turn.position')
    .execute();
  return rows.flatMap((row) => toPart(row) ?? []);
}

export function toPart(row: {
  turn_id: string;
  of_turn_id: string | null;
  of_status: TurnStatus | null;
}): PartOfTurn | null {
  const { turn_id: messageId, of_turn_id: turnId, of_status: status } = row;
  if (turnId === null || status === null) return null;
  return isFinal(status) ? { messageId, turnId, ended: status } : { messageId, turnId };
}
