import { sql, type Kysely } from 'kysely';

/**
 * Questions about tool calls: an agent may ask about several calls of one step, and about those of many steps. A call
 * that was refused is a branch that the trajectory abandons.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table approval
  add column step bigint not null default 0,
  add column ordinal integer not null default 0,
  add column tool_call_id text,
  add column tool_name text,
  drop constraint approval_pkey,
  add constraint approval_pkey primary key (execution_id, node_id, iteration, step, ordinal);

do $$
declare
  body text := pg_get_functiondef('trajectory_run'::regproc);
begin
  body := replace(body, ') as artifacts
      from seen, tool_call call', ') as artifacts, exists (
        select from approval asked where asked.execution_id = call.execution_id and asked.step = call.step
          and asked.ordinal = call.ordinal and asked.status in (''cancelled'', ''expired'')
      ) as refused
      from seen, tool_call call');
  body := replace(body, 'touched, writes, false, null from own', 'touched, writes, false, null, false from own');
  execute replace(body, '''failed'', failed)', '''failed'', failed, ''refused'', refused)');
end $$;
`.execute(db);
}
