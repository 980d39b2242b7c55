import { sql, type Kysely } from 'kysely';

/** A pushed step may be sent with the agent's next model call instead of being done after its answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agent_step add column joins boolean not null default false`.execute(db);
}
