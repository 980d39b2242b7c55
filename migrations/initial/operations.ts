import { sql } from 'kysely';

export const operations = sql`
-- The running workers and their abilities. A worker that stops deletes its row.
create table worker (
  id text not null,
  task_queue text not null,
  name text not null,
  deployment text,
  tools text[] not null,
  node_kinds text[] not null,
  models text[] not null,
  -- The versions of the flows that its project defines, by slug.
  flows jsonb not null default '{}',
  -- Hashes of the schemas of its tools and custom node kinds.
  schemas jsonb not null default '{"tools":{},"kinds":{}}',
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  constraint worker_pkey primary key (id)
);

-- The settings of the worker that started last on a Task Queue, for clients. Workers use their own.
create table worker_setting (
  task_queue text not null,
  user_limits jsonb not null,
  -- Ids of the encryption keys. Clients without these keys send nothing.
  key_ids text[] not null default '{}',
  -- The names that a flow's definition is checked against.
  tools text[] not null,
  node_kinds text[] not null,
  -- Null: providers are not checked.
  model_providers text[],
  -- When a worker last looked for lost executions, and for all of them.
  scanned_at timestamptz,
  scanned_all_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint worker_setting_pkey primary key (task_queue)
);

-- Models whose last tries all failed, so that not every turn tries an unavailable model again.
create table model_outage (
  model text not null,
  failures integer not null,
  since timestamptz not null,
  last_failed_at timestamptz not null,
  retry_at timestamptz,
  reason text not null,
  constraint model_outage_pkey primary key (model)
);

-- Until when a provider's limits are used up, so that all workers share them. One small row that is updated in place.
create table provider_pace (
  provider text not null,
  -- When the latest call may begin.
  starts_at timestamptz not null,
  requests_until timestamptz not null,
  tokens_until timestamptz not null,
  constraint provider_pace_pkey primary key (provider)
) with (fillfactor = 10);

-- Facts that workers learn about models from the responses of providers.
create table learned_model_fact (
  model text not null,
  fact text not null,
  value jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  constraint learned_model_fact_pkey primary key (model, fact)
);

-- API keys of the gateway.
create table api_key (
  -- The public part of the key.
  id text not null,
  -- SHA-256 of the whole key in hexadecimal. The key itself is not stored.
  hash text not null,
  user_id text not null,
  name text,
  -- Slugs of the visible flows; null: all.
  flows text[],
  is_admin boolean not null default false,
  roles text[],
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  -- To the hour.
  used_at timestamptz,
  constraint api_key_pkey primary key (id)
);
create index api_key_user_id_idx on api_key (user_id);

-- The retention rules of the worker that started last on a Task Queue, for display. Workers use their own.
create table retention_rule (
  task_queue text not null,
  rules jsonb not null,
  updated_at timestamptz not null default now(),
  constraint retention_rule_pkey primary key (task_queue)
);

-- Runs of the Schedule that removed something or failed.
create table retention_run (
  run_id text not null,
  task_queue text not null,
  conversations integer not null default 0,
  executions integer not null default 0,
  artifacts integer not null default 0,
  traces integer not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint retention_run_pkey primary key (run_id)
);

-- Up to which end of an execution the artifacts or traces of a flow were removed.
create table retention_progress (
  flow_slug text not null,
  part text not null,
  through timestamptz not null default '-infinity',
  execution_id bigint not null default 0,
  constraint retention_progress_pkey primary key (flow_slug, part),
  constraint retention_progress_flow_slug_fkey foreign key (flow_slug) references flow (slug),
  constraint retention_progress_part_check check (part in ('artifact', 'trace_message'))
);

-- Who did what to whose data.
create table audit_entry (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor text not null,
  via text not null,
  action text not null,
  target text not null,
  -- The tool call that was answered, as <step>.<ordinal>.
  call text,
  owner text,
  outcome text not null,
  constraint audit_entry_pkey primary key (id),
  constraint audit_entry_via_check check (via in ('client', 'command', 'worker'))
);
create index audit_entry_at_idx on audit_entry (at desc, id desc);
create index audit_entry_owner_idx on audit_entry (owner, id desc) where owner is not null;
create index audit_entry_flow_idx on audit_entry (target, id desc) where action = 'flow.change';

create function audit_entry_stays() returns trigger language plpgsql as $$
begin
  -- Retention may remove old entries. Nobody removes younger ones.
  if tg_op = 'DELETE' then
    if old.at < now() - interval '30 days' then return old; end if;
  end if;
  raise exception 'The audit log is only added to';
end $$;
create trigger audit_entry_row before update or delete on audit_entry for each row execute function audit_entry_stays();
create trigger audit_entry_table before truncate on audit_entry for each statement execute function audit_entry_stays();
`;
