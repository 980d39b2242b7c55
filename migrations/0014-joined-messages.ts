import { sql, type Kysely } from 'kysely';

/**
 * A turn has more messages than its question and its answer: what was said to its agent while it worked, and what the
 * agent said to that. Each of them has a row of `turn` of its own, which belongs to the turn at `of_position`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table agent_step add column answer_step bigint;

alter table turn add column of_position integer;
alter table turn add column joined_step bigint;
alter table turn drop constraint turn_kind_check;
alter table turn add constraint turn_kind_check check (kind in ('message', 'clear', 'step'));
alter table turn add constraint turn_joined_step_check check (joined_step is null or of_position is not null);
`.execute(db);
}
