import { typedText } from '../../context/message/typed-text.js';
import type { QueuedMessage } from '../../views/conversation.js';
import type { Database } from '../database.js';
import { toHistoryAttachment } from './read-history.js';
import { turnOrder } from './turn-order.js';

export async function listQueued(db: Database, conversationId: string): Promise<QueuedMessage[]> {
  const rows = await db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .innerJoin('thread_message as message', (join) =>
      join
        .onRef('message.conversation_id', '=', 'turn.conversation_id')
        .onRef('message.position', '=', 'turn.position')
        .on('message.role', '=', 'user'),
    )
    .leftJoin('turn as whole', (join) =>
      join
        .onRef('whole.conversation_id', '=', 'turn.conversation_id')
        .onRef('whole.position', '=', 'turn.of_position')
        .on('turn.joined_step', 'is not', null),
    )
    .select([
      'turn.turn_id as turnId',
      'turn.while_running as whileRunning',
      'turn.status',
      'turn.created_at as createdAt',
      'message.content',
      'message.attachments',
    ])
    .where('conversation.workflow_id', '=', conversationId)
    .where('turn.kind', '=', 'message')
    .where((eb) =>
      eb.or([eb('turn.status', 'in', ['running', 'queued']), eb('whole.status', '=', 'running')]),
    )
    .orderBy('turn.conversation_id')
    .orderBy(turnOrder('turn'))
    .execute();
  return rows.map(({ status, content, attachments, ...row }) => ({
    ...row,
    text: attachments === null ? content : typedText(content, attachments),
    state: status === 'running' || status === 'queued' ? status : ('joined' as const),
    ...(attachments !== null && { attachments: attachments.map(toHistoryAttachment) }),
  }));
}
