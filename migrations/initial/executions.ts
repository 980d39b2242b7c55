import { sql } from 'kysely';

export const executions = sql`
create table execution (
  id bigint generated always as identity,
  workflow_id text not null,
  flow_slug text not null,
  flow_version integer not null,
  user_id text,
  -- Of the worker that began the execution. Workers of this Task Queue recover it.
  task_queue text,
  -- A sub-execution is pending, with its whole input, until its Workflow starts.
  status text not null,
  -- The turn that it answers, if any.
  conversation_id bigint,
  position integer,
  branch integer not null default 0,
  current_seq integer,
  -- A sub-execution names the root of its tree, and the node, the item and the tool call that started it.
  root_id bigint,
  parent_id bigint,
  parent_node_id text,
  parent_step bigint,
  parent_ordinal integer,
  depth integer not null default 0,
  -- The root whose budget pays. Null: the tree has no budget, so none is looked up.
  budget_root_id bigint,
  trigger_id text,
  input text,
  attachments jsonb,
  data jsonb,
  output_schema jsonb,
  instructions text,
  output text,
  result jsonb,
  -- Tokens of a sub-execution's input and result.
  given_tokens integer,
  returned_tokens integer,
  error_type text,
  error_message text,
  created_at timestamptz not null default now(),
  -- True if a sub-execution started at least half a day after its row was inserted, so its id does not show the time.
  started_late boolean not null default false,
  finished_at timestamptz,
  constraint execution_pkey primary key (id),
  constraint execution_workflow_id_key unique (workflow_id),
  constraint execution_flow_version_fkey foreign key (flow_slug, flow_version)
    references flow_version (flow_slug, version),
  constraint execution_status_check check
    (status in ('pending', 'running', 'interrupted', 'completed', 'failed', 'cancelled'))
);
create index execution_root_id_idx on execution (root_id) where root_id is not null;
create index execution_parent_id_idx on execution (parent_id) where parent_id is not null;
create index execution_conversation_id_position_idx on execution (conversation_id, position)
  where conversation_id is not null;
create index execution_unfinished_idx on execution (id) where finished_at is null;
create index execution_status_id_idx on execution (status, id) where status in ('failed', 'cancelled');
create index execution_user_id_id_idx on execution (user_id, id);
create index execution_flow_slug_id_idx on execution (flow_slug, id);
-- By the flow of the root, for callers that are limited to some flows.
create index execution_root_flow_id_idx on execution (split_part(workflow_id, '/', 2), id);
create index execution_started_as_idx on execution (regexp_replace(split_part(workflow_id, '/', 3), '^.*:', ''))
  where conversation_id is null and parent_id is null;
create index execution_rerun_of_idx
  on execution (split_part(regexp_replace(split_part(workflow_id, '/', 3), '^.*:', ''), '~rerun', 1))
  where workflow_id like 'execution/%~rerun%';
create index execution_finished_at_idx on execution (flow_slug, finished_at) where finished_at is not null;
-- Three indexes of executions outside conversations: for their user's limits, for drafts, for files.
create index execution_user_id_idx on execution (user_id)
  where finished_at is null and conversation_id is null and parent_id is null;
create index execution_flow_version_idx on execution (flow_slug, flow_version)
  where conversation_id is null and parent_id is null;
create index execution_attachments_idx on execution using gin (attachments jsonb_path_ops)
  where attachments is not null;
-- Rows are stored in the order of their times, so ranges of pages are enough to find a time span.
create index execution_created_at_idx on execution using brin (created_at)
  with (autosummarize = on, pages_per_range = 32);
create index execution_started_late_idx on execution (created_at) where started_late;

-- Generated texts that quote users or tools (pointers with a preview, summaries, requests for a summary), by hash. They
-- are deleted with their execution. Texts that are the same for all are in generated_text.
create table execution_text (
  execution_id bigint not null,
  hash text not null,
  content text not null,
  constraint execution_text_pkey primary key (execution_id, hash),
  constraint execution_text_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade
);

-- One run of a node. Text of an agent or a model is not copied here: it is the trace message at answer_step.
create table node_output (
  execution_id bigint not null,
  node_id text not null,
  -- The item of a loop: '3', or '3.0' in a nested loop.
  iteration text not null default '',
  run integer not null,
  kind text not null,
  status text not null,
  output jsonb,
  answer_step bigint,
  failures integer not null default 0,
  error_type text,
  error_message text,
  waits_until timestamptz,
  -- What its work touched, and what it wrote into the trajectory.
  touched jsonb,
  writes jsonb,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint node_output_pkey primary key (execution_id, node_id, iteration),
  constraint node_output_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint node_output_status_check check (status in ('running', 'waiting', 'success', 'failed', 'cancelled'))
);

-- One row per item of a loop: reading an item costs the same at every position.
create table loop_item (
  execution_id bigint not null,
  node_id text not null,
  iteration text not null,
  position integer not null,
  item jsonb,
  constraint loop_item_pkey primary key (execution_id, node_id, iteration, position),
  constraint loop_item_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade
);

-- The queues of an agent's run. Step 0 of 'todo' is the run's own question.
create table agent_step (
  execution_id bigint not null,
  run integer not null,
  queue text not null,
  ordinal integer not null,
  -- An instruction with its templates filled in. Null: a tool call, or the run's own question.
  content text,
  -- It is sent with the next model call instead of after the answer.
  joins boolean not null default false,
  -- Its first step in the trace, and the step that answers it.
  begun_step bigint,
  answer_step bigint,
  created_at timestamptz not null default now(),
  constraint agent_step_pkey primary key (execution_id, run, queue, ordinal),
  constraint agent_step_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint agent_step_queue_check check (queue in ('pre', 'todo', 'post')),
  constraint agent_step_ordinal_check check (ordinal >= 0)
);

-- A question of a node, or about a tool call. The first answer counts; whether it came in time is decided when the node is settled.
create table approval (
  execution_id bigint not null,
  node_id text not null,
  iteration text not null default '',
  -- The tool call in question; 0: the node itself asks.
  step bigint not null default 0,
  ordinal integer not null default 0,
  tool_call_id text,
  tool_name text,
  input jsonb,
  -- Workers whose schema of the tool rejects the input, with the reason of each.
  misfits jsonb not null default '{}',
  prompt text not null,
  status text not null default 'open',
  answer text,
  answer_turn_id text,
  -- The user's page runs the tool, and the answer is the tool's output.
  wants_output boolean not null default false,
  takes_any_answer boolean not null default false,
  -- The user of the execution, to find the last approved call of the tool.
  asked_user_id text,
  -- An approver needs one of these roles. Null: the requesting user answers.
  approver_roles text[],
  quorum integer not null default 1,
  -- When the next webhook request is due. Null: the webhook accepted one.
  webhook_at timestamptz default now(),
  webhook_tries integer not null default 0,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint approval_pkey primary key (execution_id, node_id, iteration, step, ordinal),
  constraint approval_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint approval_status_check check (status in ('open', 'confirmed', 'cancelled', 'expired', 'closed'))
);
create index approval_open_idx on approval (webhook_at) where status = 'open';
create index approval_answer_turn_id_idx on approval (answer_turn_id) where answer_turn_id is not null;
create index approval_confirmed_idx on approval (asked_user_id, tool_name, finished_at)
  where status = 'confirmed' and tool_name is not null and asked_user_id is not null;

create table approval_vote (
  execution_id bigint not null,
  node_id text not null,
  iteration text not null,
  step bigint not null,
  ordinal integer not null,
  voter text not null,
  answer text not null,
  created_at timestamptz not null default now(),
  constraint approval_vote_pkey primary key (execution_id, node_id, iteration, step, ordinal, voter),
  constraint approval_vote_approval_fkey foreign key (execution_id, node_id, iteration, step, ordinal)
    references approval (execution_id, node_id, iteration, step, ordinal) on delete cascade
);

-- The limits and the spending of an execution tree, in one row, so that one statement can check and reserve.
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

-- What a call may still spend, from its plan to its end.
create table budget_reservation (
  execution_id bigint not null,
  step bigint not null,
  root_id bigint not null,
  tokens bigint not null,
  cost numeric(20, 12) not null,
  created_at timestamptz not null default now(),
  constraint budget_reservation_pkey primary key (execution_id, step),
  constraint budget_reservation_root_id_fkey foreign key (root_id) references budget (root_id) on delete cascade
);
create index budget_reservation_root_id_idx on budget_reservation (root_id);
`;
