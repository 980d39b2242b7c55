import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database.js';
import { seenStretches } from './seen-messages.js';

export async function describeUnknownTurn(
  trx: DatabaseTransaction,
  { conversationId, turnId }: { conversationId: number | undefined; turnId: string },
): Promise<string> {
  const { rows } =
    conversationId === undefined
      ? { rows: [] }
      : await sql<{ source: string | null }>`
          select case when source.user_id = fork.user_id then source.workflow_id end as source
          from ${seenStretches({ conversationId })}
          join conversation fork on fork.id = ${conversationId}
          join conversation source on source.id = stretch.source
          join turn on turn.conversation_id = source.id and turn.turn_id = ${turnId}
          where source.id <> ${conversationId} limit 1`.execute(trx);
  const [inherited] = rows;
  if (inherited?.source === null)
    return `Message '${turnId}' belongs to another user, from whose conversation this one was forked: it cannot be retried here`;
  return inherited
    ? `Message '${turnId}' belongs to '${inherited.source}', from which this conversation was forked: retry it there, or fork that conversation at an earlier turn`
    : `The conversation has no message with the turn id '${turnId}'`;
}
