import { sql, type Kysely } from 'kysely';

/** Flows, conversations, turns, executions, the trace, model and tool calls, the stream. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table flow (
  slug text not null,
  current_version integer not null,
  created_at timestamptz not null default now(),
  constraint flow_pkey primary key (slug)
);

create table flow_version (
  flow_slug text not null,
  version integer not null,
  definition jsonb not null,
  hash text not null,
  created_at timestamptz not null default now(),
  constraint flow_version_pkey primary key (flow_slug, version),
  constraint flow_version_flow_slug_hash_key unique (flow_slug, hash),
  constraint flow_version_flow_slug_fkey foreign key (flow_slug) references flow (slug)
);

create table conversation (
  id bigint generated always as identity,
  workflow_id text not null,
  flow_slug text not null,
  user_id text not null,
  channel text not null default '',
  active_execution_id bigint,
  last_position integer not null default 0,
  last_seq integer not null default 0,
  total_tokens bigint not null default 0,
  cleared_through integer not null default 0,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint conversation_pkey primary key (id),
  constraint conversation_flow_slug_fkey foreign key (flow_slug) references flow (slug),
  constraint conversation_cleared_through_check check (cleared_through between 0 and last_seq)
);
-- One active conversation for a user, flow and channel; closed ones stay readable.
create unique index conversation_workflow_id_key on conversation (workflow_id) where closed_at is null;
create index conversation_workflow_id_idx on conversation (workflow_id);
create index conversation_user_id_idx on conversation (user_id, id);

create table execution (
  id bigint generated always as identity,
  workflow_id text not null,
  parent_id bigint,
  root_id bigint,
  conversation_id bigint,
  flow_slug text not null,
  flow_version integer not null,
  user_id text,
  status text not null,
  position integer,
  current_seq integer,
  input text,
  output text,
  error_type text,
  error_message text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint execution_pkey primary key (id),
  constraint execution_workflow_id_key unique (workflow_id),
  constraint execution_status_check check
    (status in ('running', 'interrupted', 'completed', 'failed', 'cancelled')),
  constraint execution_flow_version_fkey foreign key (flow_slug, flow_version)
    references flow_version (flow_slug, version)
);
create index execution_root_id_idx on execution (root_id) where root_id is not null;
create index execution_unfinished_idx on execution (id) where finished_at is null;

create table turn (
  conversation_id bigint not null,
  position integer not null,
  turn_id text not null,
  kind text not null,
  status text not null,
  error_type text,
  error_message text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint turn_pkey primary key (conversation_id, position),
  constraint turn_conversation_id_fkey foreign key (conversation_id) references conversation (id) on delete cascade,
  constraint turn_conversation_id_turn_id_key unique (conversation_id, turn_id),
  constraint turn_kind_check check (kind in ('message', 'clear')),
  constraint turn_status_check check (status in ('queued', 'running', 'completed', 'failed', 'cancelled'))
);
create index turn_unfinished_idx on turn (conversation_id, position) where status in ('queued', 'running');

-- A user message exists from the moment its turn is accepted; it takes its place in the thread (seq)
-- when the turn begins, so that questions and answers stand in the order they were worked on.
create table conversation_message (
  conversation_id bigint not null,
  position integer not null,
  role text not null,
  seq integer,
  content text not null,
  token_count integer not null,
  running_tokens bigint,
  execution_id bigint,
  created_at timestamptz not null default now(),
  constraint conversation_message_pkey primary key (conversation_id, position, role),
  constraint conversation_message_position_fkey foreign key (conversation_id, position)
    references turn (conversation_id, position) on delete cascade,
  constraint conversation_message_conversation_id_seq_key unique (conversation_id, seq),
  constraint conversation_message_role_check check (role in ('user', 'assistant'))
);

create table model_call (
  execution_id bigint not null,
  step integer not null,
  node_id text not null,
  status text not null,
  attempt integer not null default 0,
  failures integer not null default 0,
  model text not null,
  manifest jsonb not null,
  input_tokens integer not null default 0,
  cached_input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  reasoning_tokens integer not null default 0,
  cost numeric(20, 12) not null default 0,
  finish_reason text,
  provider_response_id text,
  error_type text,
  error_message text,
  first_token_ms integer,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint model_call_pkey primary key (execution_id, step),
  constraint model_call_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint model_call_status_check check (status in ('planned', 'running', 'completed', 'failed', 'cancelled'))
);

create table tool_call (
  execution_id bigint not null,
  step integer not null,
  ordinal integer not null,
  name text not null,
  attempt integer not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint tool_call_pkey primary key (execution_id, step, ordinal),
  constraint tool_call_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade
);

-- Ordinal 0 is what the model said in a step, 1 and up are the results of its tool calls, in their order.
create table trace_message (
  execution_id bigint not null,
  step integer not null,
  ordinal integer not null,
  node_id text not null,
  role text not null,
  content jsonb not null,
  token_count integer not null,
  is_partial boolean not null default false,
  created_at timestamptz not null default now(),
  constraint trace_message_pkey primary key (execution_id, step, ordinal),
  constraint trace_message_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint trace_message_role_check check (role in ('assistant', 'tool'))
);

-- Visible text of a model call while it runs; removed once the whole message is stored.
create table stream_chunk (
  execution_id bigint not null,
  step integer not null,
  attempt integer not null,
  start_offset integer not null,
  content text not null,
  constraint stream_chunk_pkey primary key (execution_id, step, attempt, start_offset),
  constraint stream_chunk_step_fkey foreign key (execution_id, step)
    references model_call (execution_id, step) on delete cascade
);

-- Prompts and tool schemas, once by hash, so that a manifest can be rebuilt after the code changed.
create table generated_text (
  hash text not null,
  content text not null,
  created_at timestamptz not null default now(),
  constraint generated_text_pkey primary key (hash)
);

-- Texts too large for a Signal or an Update, stored by the client, claimed when the turn is accepted.
create table stored_text (
  id uuid not null default gen_random_uuid(),
  workflow_id text not null,
  content text not null,
  created_at timestamptz not null default now(),
  constraint stored_text_pkey primary key (id)
);
`.execute(db);
}
