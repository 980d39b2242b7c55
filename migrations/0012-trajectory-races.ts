import { sql, type Kysely } from 'kysely';

/**
 * Two processes that recorded a run while its tools ended gave the same place to different things, because only a new
 * step told the second one that the first had written. It is now told of a taken place too, and plans again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
do $$
begin
  execute replace(pg_get_functiondef('record_trajectory'::regproc), E'\n  with agent as (', E'
  if exists (
    select from json_to_recordset(in_nodes) as new (step bigint, ordinal bigint, type text, name text)
    join trajectory_node old on old.execution_id = in_execution and old.step = new.step
      and old.ordinal = new.ordinal
    where new.ordinal < 0 and (old.type, old.name) is distinct from (new.type, new.name)
  ) then
    return false;
  end if;
  with agent as (');
end $$;
`.execute(db);
}
