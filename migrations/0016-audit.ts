import { sql, type Kysely } from 'kysely';

/** Who did what to whose things. Rows are added and never changed; the database itself keeps to that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table audit_entry (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor text not null,
  via text not null,
  action text not null,
  target text not null,
  owner text,
  outcome text not null,
  constraint audit_entry_pkey primary key (id),
  constraint audit_entry_via_check check (via in ('client', 'command', 'worker'))
);
create index audit_entry_at_idx on audit_entry (at desc, id desc);
create index audit_entry_owner_idx on audit_entry (owner, id desc) where owner is not null;

create function audit_entry_stays() returns trigger language plpgsql as $$
begin
  -- Its own retention removes what is old enough; nobody removes what is not.
  if tg_op = 'DELETE' then
    if old.at < now() - interval '30 days' then return old; end if;
  end if;
  raise exception 'The audit log is only added to';
end $$;
create trigger audit_entry_row before update or delete on audit_entry for each row execute function audit_entry_stays();
create trigger audit_entry_table before truncate on audit_entry for each statement execute function audit_entry_stays();
`.execute(db);
}
