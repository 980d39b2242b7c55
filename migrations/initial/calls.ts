import { sql } from 'kysely';

/** Steps number an execution's model calls; each node run has a block of 10,000. */
export const calls = sql`
create table model_call (
  execution_id bigint not null,
  step bigint not null,
  node_id text not null,
  iteration text not null default '',
  -- 'placed': the flow placed a tool call in the trace; no model was called.
  purpose text not null default 'answer',
  status text not null,
  -- The fence: each try takes the next number, and writes with an older one are rejected.
  attempt integer not null default 0,
  failures integer not null default 0,
  model text not null,
  guard text,
  is_shown boolean not null default true,
  is_repair boolean not null default false,
  input_tokens integer not null default 0,
  cached_input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  reasoning_tokens integer not null default 0,
  -- Null: the model's price is unknown.
  cost numeric(20, 12) default 0,
  finish_reason text,
  provider_response_id text,
  error_type text,
  error_message text,
  is_refused boolean not null default false,
  first_token_ms integer,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint model_call_pkey primary key (execution_id, step),
  constraint model_call_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint model_call_purpose_check check (purpose in ('answer', 'compaction', 'placed')),
  constraint model_call_status_check check (status in ('planned', 'running', 'completed', 'failed', 'cancelled')),
  constraint model_call_guard_check check (guard in ('nudge', 'forced'))
);
-- Postgres 18 skips through the index on model and time instead.
create index model_call_created_at_idx on model_call using brin (created_at)
  with (autosummarize = on, pages_per_range = 32);
-- Outages: the calls with failures, and the next call of the same model.
create index model_call_failures_idx on model_call (created_at) where failures > 0;
create index model_call_model_created_at_idx on model_call (model, created_at);

-- Written once, while the row of its call changes twice more: in its own table, so that those changes do not copy it.
create table context_manifest (
  execution_id bigint not null,
  step bigint not null,
  -- json takes 40 % less space: jsonb pads each number and marks each key.
  manifest json not null,
  constraint context_manifest_pkey primary key (execution_id, step),
  constraint context_manifest_step_fkey foreign key (execution_id, step)
    references model_call (execution_id, step) on delete cascade
);

-- Prompts and tool schemas by hash, so that a manifest can be rendered after the code changed.
create table generated_text (
  hash text not null,
  content text not null,
  created_at timestamptz not null default now(),
  constraint generated_text_pkey primary key (hash)
);

-- The visible text and the thoughts of a running call. Removed when the whole message is stored.
create table stream_chunk (
  execution_id bigint not null,
  step bigint not null,
  attempt integer not null,
  start_offset integer not null,
  content text not null,
  -- In the key, because many chunks of thoughts can start at the same offset of the visible text.
  reasoning_offset integer not null default 0,
  reasoning text not null default '',
  constraint stream_chunk_pkey primary key (execution_id, step, attempt, start_offset, reasoning_offset),
  constraint stream_chunk_step_fkey foreign key (execution_id, step)
    references model_call (execution_id, step) on delete cascade
);

-- Ordinal 0 is the model's message, 1 and up are the results of its tool calls in order.
create table trace_message (
  execution_id bigint not null,
  step bigint not null,
  created_at timestamptz not null default now(),
  ordinal integer not null,
  -- Tokens that are sent. The next two are never sent: thinking, and the whole result that an artifact replaced.
  token_count integer not null,
  hygiene_tokens integer not null default 0,
  spilled_tokens integer not null default 0,
  is_partial boolean not null default false,
  content jsonb not null,
  constraint trace_message_pkey primary key (execution_id, step, ordinal),
  constraint trace_message_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade
)
-- Three rows fit a page: one with 2,000 characters stays whole, while parts of 1,996 bytes would fill a page with two.
with (toast_tuple_target = 2720);

create table tool_call (
  execution_id bigint not null,
  step bigint not null,
  ordinal integer not null,
  name text not null,
  attempt integer not null default 0,
  -- Finds repeated calls.
  arguments_hash text,
  is_error boolean,
  -- A retried turn calls tools with the keys of its earlier attempts and reuses their results. A key that begins with '/'
  -- follows the Workflow ID of the execution.
  idempotency_key text,
  reused_from bigint,
  -- It ended, but nobody knows whether the tool did its work.
  is_unknown boolean not null default false,
  progress text,
  -- What the tool touched, and what it wrote into the trajectory. Only known while it runs.
  touched jsonb,
  writes jsonb,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint tool_call_pkey primary key (execution_id, step, ordinal),
  constraint tool_call_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade
);

-- Part 0 is the text or the data of a tool's result, 1 and up are its images.
create table artifact (
  execution_id bigint not null,
  step bigint not null,
  ordinal integer not null,
  part integer not null,
  user_id text,
  name text not null,
  media_type text not null,
  content bytea not null,
  token_count integer not null,
  counted_bytes integer not null generated always as (greatest(octet_length(content), 4096)) stored,
  created_at timestamptz not null default now(),
  constraint artifact_pkey primary key (execution_id, step, ordinal, part),
  constraint artifact_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint artifact_execution_id_name_key unique (execution_id, name)
);
create index artifact_counted_bytes_idx on artifact (user_id) include (counted_bytes) where user_id is not null;

-- Attempts to summarize an execution's context before a step. Later calls start from the newest adopted one.
create table compaction (
  execution_id bigint not null,
  step bigint not null,
  status text not null,
  reason text,
  summary text,
  first_seq integer,
  through_seq integer,
  through_step bigint not null,
  tokens_before integer not null,
  tokens_after integer,
  messages_before integer not null,
  messages_after integer,
  created_at timestamptz not null default now(),
  constraint compaction_pkey primary key (execution_id, step),
  constraint compaction_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint compaction_status_check check (status in ('adopted', 'not-smaller', 'failed', 'skipped')),
  constraint compaction_summary_check check ((status = 'adopted') = (summary is not null))
);
create index compaction_created_at_idx on compaction using brin (created_at)
  with (autosummarize = on, pages_per_range = 32);
`;
