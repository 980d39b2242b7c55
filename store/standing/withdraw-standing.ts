import { sql } from 'kysely';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { threadLevels } from '../threads/thread-levels.js';

/** Returns false if the conversation does not see the request. Branches and forks share requests. */
export async function withdrawStanding(
  db: Database,
  input: { conversationId: number; depth: number; seq: number; ordinal: number; isWithdrawn: boolean },
): Promise<boolean> {
  const { conversationId, depth, seq, ordinal, isWithdrawn } = input;
  const { rows } = await sql`
    with recursive ${threadLevels(
      sql`select 0 as key, ${conversationId}::bigint as id, null::integer as branch`,
    )}
    update standing_statement statement set is_withdrawn = ${isWithdrawn}
    from level
    join conversation own on own.id = level.id and own.depth = ${depth}
    cross join lateral ${seenMessages(
      { conversationId: sql`level.id`, branch: sql`level.branch` },
      { where: sql`seq = ${seq} and role = 'user'`, table: 'conversation_message' },
    )} message
    where statement.conversation_id = message.conversation_id and statement.position = message.position
      and ordinal = ${ordinal} and kind in ('instruction', 'preference')
    returning 1`.execute(db);
  return rows.length > 0;
}
