import { sql, type Kysely } from 'kysely';

/**
 * The question of an approval node and a person's answer to a question are messages of the thread. Each has a row of `turn`,
 * which belongs to the turn that asked, at `of_position`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table turn drop constraint turn_kind_check;
alter table turn add constraint turn_kind_check
  check (kind in ('message', 'clear', 'step', 'switch', 'question', 'answer'));
alter table approval add column takes_any_answer boolean not null default false;
`.execute(db);
}
