import { sql } from 'kysely';
import type { Database } from '../database.js';

interface HandedFile {
  owner: string;
  hash: string;
}

/** Of the chats that the user's forks begin with. Starts from the forks: a condition on files would read them all. */
export async function findHandedFiles(
  db: Database,
  { user, hashes }: { user: string; hashes: readonly string[] },
): Promise<HandedFile[]> {
  const { rows } = await sql<HandedFile>`
    select distinct attachment.user_id as owner, attachment.hash
    from conversation fork
    join branch on branch.conversation_id = fork.id
    cross join lateral jsonb_array_elements(branch.past) part
    join attachment on attachment.conversation_id = (part ->> 0)::bigint
    join conversation_message message on message.conversation_id = attachment.conversation_id
      and message.position = attachment.position and message.role = 'user'
    where fork.user_id = ${user} and fork.forked_from is not null and attachment.hash = any(${hashes}::text[])
      and message.branch = (part ->> 1)::integer
      and message.seq > (part ->> 2)::integer and message.seq <= (part ->> 3)::integer`.execute(db);
  return rows;
}
