import { sql, type Kysely } from 'kysely';

/**
 * A message may jump the queue: it joins the turn that runs (`of_position`, with `joined_step` once it has been sent), or
 * interrupts it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table turn add column while_running text;
alter table turn add constraint turn_while_running_check check (while_running in ('steer', 'interrupt'));
create index turn_of_position_idx on turn (conversation_id, of_position) where of_position is not null;
`.execute(db);
}
