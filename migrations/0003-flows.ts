import { sql, type Kysely } from 'kysely';

/** What flows of many nodes keep: node runs, loop items, approvals, sub-executions; and users' memory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table flow
  add column id bigint generated always as identity,
  add constraint flow_id_key unique (id);

-- A sub-execution has its row, with all it was given, before its Workflow starts: pending.
alter table execution
  add column parent_node_id text,
  add column depth integer not null default 0,
  add column trigger_id text,
  add column data jsonb,
  add column result jsonb,
  add column given_tokens integer,
  add column returned_tokens integer,
  drop constraint execution_status_check,
  add constraint execution_status_check check
    (status in ('pending', 'running', 'interrupted', 'completed', 'failed', 'cancelled'));
create index execution_parent_id_idx on execution (parent_id) where parent_id is not null;

-- Steps are numbered in blocks, one block a run of a node; the iteration tells which item of a loop it was for.
alter table model_call
  add column iteration text not null default '',
  add column is_shown boolean not null default true;

-- One run of a node. What an agent or a model said is in the trace, at answer_step: it has no output of its own.
create table node_output (
  execution_id bigint not null,
  node_id text not null,
  iteration text not null default '',
  run integer not null,
  kind text not null,
  status text not null,
  output jsonb,
  answer_step integer,
  failures integer not null default 0,
  error_type text,
  error_message text,
  waits_until timestamptz,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint node_output_pkey primary key (execution_id, node_id, iteration),
  constraint node_output_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint node_output_status_check check (status in ('running', 'waiting', 'success', 'failed', 'cancelled'))
);

-- The items of a loop, each by itself: reading one costs the same wherever it stands.
create table loop_item (
  execution_id bigint not null,
  node_id text not null,
  iteration text not null,
  position integer not null,
  item jsonb,
  constraint loop_item_pkey primary key (execution_id, node_id, iteration, position),
  constraint loop_item_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade
);

-- The answer that came first stands; whether it came in time is decided when the node is settled.
create table approval (
  execution_id bigint not null,
  node_id text not null,
  iteration text not null default '',
  prompt text not null,
  status text not null default 'open',
  answer text,
  answer_turn_id text,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint approval_pkey primary key (execution_id, node_id, iteration),
  constraint approval_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint approval_status_check check (status in ('open', 'confirmed', 'cancelled', 'expired', 'closed'))
);
create index approval_open_idx on approval (execution_id) where status = 'open';
create index approval_answer_turn_id_idx on approval (answer_turn_id) where answer_turn_id is not null;

-- What is known of a user beyond any conversation.
create table memory (
  user_id text not null,
  kind text not null,
  key text not null,
  value text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint memory_pkey primary key (user_id, kind, key),
  constraint memory_kind_check check (kind in ('fact', 'episode', 'procedure'))
);

-- Node runs with what they gave.
create view node_result as
select node.execution_id, node.node_id, node.iteration, node.run, node.kind, node.status, node.answer_step,
  coalesce(node.output, case when node.answer_step is not null then jsonb_build_object('output', (
    select coalesce(string_agg(part ->> 'text', '' order by place), '')
    from trace_message trace, jsonb_array_elements(trace.content) with ordinality as parts (part, place)
    where trace.execution_id = node.execution_id and trace.step = node.answer_step
      and trace.ordinal = 0 and part ->> 'type' = 'text'
  )) end) as output
from node_output node;
`.execute(db);
}
