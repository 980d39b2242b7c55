import { sql, type Kysely } from 'kysely';

/** What the context layer keeps: artifacts, compactions, the guards' facts, budgets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- token_count is what a message costs when it is sent. What of it never is: its thinking (hygiene), the whole
-- of a result that became an artifact (spilled).
alter table trace_message
  add column hygiene_tokens integer not null default 0,
  add column spilled_tokens integer not null default 0;

-- Written once, while its call's row changes twice more: apart, so that those changes do not copy it.
create table context_manifest (
  execution_id bigint not null,
  step integer not null,
  manifest jsonb not null,
  constraint context_manifest_pkey primary key (execution_id, step),
  constraint context_manifest_step_fkey foreign key (execution_id, step)
    references model_call (execution_id, step) on delete cascade
);
insert into context_manifest (execution_id, step, manifest) select execution_id, step, manifest from model_call;
alter table model_call drop column manifest;

alter table model_call
  add column purpose text not null default 'answer',
  add column guard text,
  add constraint model_call_purpose_check check (purpose in ('answer', 'compaction')),
  add constraint model_call_guard_check check (guard in ('nudge', 'forced'));

-- The root of the tree whose budget an execution is under, so that one without costs nothing.
alter table execution add column budget_root_id bigint;
-- A conversation's artifacts are looked for in all of its turns.
create index execution_conversation_id_idx on execution (conversation_id) where conversation_id is not null;

alter table tool_call
  add column arguments_hash text,
  add column is_error boolean;

-- Part 0 is the text or the data of a tool's result, 1 and up its pictures by their place, from 1.
create table artifact (
  execution_id bigint not null,
  step integer not null,
  ordinal integer not null,
  part integer not null,
  name text not null,
  media_type text not null,
  content bytea not null,
  token_count integer not null,
  created_at timestamptz not null default now(),
  constraint artifact_pkey primary key (execution_id, step, ordinal, part),
  constraint artifact_execution_id_name_key unique (execution_id, name),
  constraint artifact_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade
);

-- Texts of ours that hold what users and tools said: pointers with a preview, summaries, requests for one. They go
-- with their execution; what is the same for all (prompts, tool schemas) is in generated_text.
create table execution_text (
  execution_id bigint not null,
  hash text not null,
  content text not null,
  constraint execution_text_pkey primary key (execution_id, hash),
  constraint execution_text_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade
);

-- One attempt to summarize what an execution had seen before a step; later calls start from the newest adopted.
create table compaction (
  execution_id bigint not null,
  step integer not null,
  status text not null,
  reason text,
  summary text,
  first_seq integer,
  through_seq integer,
  through_step integer not null,
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

-- What an execution tree may spend and has: counters on one row, so that one statement can check and reserve.
create table budget (
  root_id bigint not null,
  max_tokens bigint,
  max_cost numeric(20, 12),
  spent_tokens bigint not null default 0,
  spent_cost numeric(20, 12) not null default 0,
  reserved_tokens bigint not null default 0,
  reserved_cost numeric(20, 12) not null default 0,
  constraint budget_pkey primary key (root_id),
  constraint budget_root_id_fkey foreign key (root_id) references execution (id) on delete cascade
);

-- What a call may still spend, from its planning to its end.
create table budget_reservation (
  execution_id bigint not null,
  step integer not null,
  root_id bigint not null,
  tokens bigint not null,
  cost numeric(20, 12) not null,
  created_at timestamptz not null default now(),
  constraint budget_reservation_pkey primary key (execution_id, step),
  constraint budget_reservation_root_id_fkey foreign key (root_id) references budget (root_id) on delete cascade
);
create index budget_reservation_root_id_idx on budget_reservation (root_id);

-- An answer is stored once, as the trace message of its step; the thread has its place and its counts. Only one
-- that stands for an answer without text has a text of its own.
alter table conversation_message
  alter column content drop not null,
  add column answer_step integer,
  add constraint conversation_message_content_check check (content is not null or answer_step is not null);
-- Three rows a page: one of 2,000 characters stays whole, where parts of 1,996 bytes would fill a page with two.
alter table trace_message set (toast_tuple_target = 2720);

-- The messages of threads with their texts.
create view thread_message as
select message.conversation_id, message.position, message.role, message.seq, message.token_count,
  message.running_tokens, message.execution_id, message.created_at,
  coalesce(message.content, (
    select coalesce(string_agg(part ->> 'text', '' order by place), '')
    from trace_message trace, jsonb_array_elements(trace.content) with ordinality as parts (part, place)
    where trace.execution_id = message.execution_id and trace.step = message.answer_step
      and trace.ordinal = 0 and part ->> 'type' = 'text'
  )) as content
from conversation_message message;
`.execute(db);
}
