import { sql, type Kysely } from 'kysely';

/** A call of `spawn` whose sub-executions all failed is a failed call in the trajectory, like one whose tool failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
do $$
begin
  execute replace(pg_get_functiondef('trajectory_run'::regproc), 'call.is_error as failed',
    'coalesce(call.is_error, false) or coalesce((select bool_and(child.status <> ''completed'') from execution child
        where child.parent_id = call.execution_id and child.parent_step = call.step
          and child.parent_ordinal = call.ordinal), false) as failed');
end $$;
`.execute(db);
}
