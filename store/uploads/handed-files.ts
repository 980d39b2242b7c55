import { sql, type RawBuilder } from 'kysely';

export function isHandedTo(user: string): RawBuilder<boolean> {
  return sql<boolean>`(upload.user_id, upload.hash) in (
    select attachment.user_id, attachment.hash
    from conversation fork
    join branch on branch.conversation_id = fork.id
    cross join lateral jsonb_array_elements(branch.past) part
    join attachment on attachment.conversation_id = (part ->> 0)::bigint
    join conversation_message message on message.conversation_id = attachment.conversation_id
      and message.position = attachment.position and message.role = 'user'
    where fork.user_id = ${user} and fork.forked_from is not null and message.branch = (part ->> 1)::integer
      and message.seq > (part ->> 2)::integer and message.seq <= (part ->> 3)::integer)`;
}
