import { sql } from 'kysely';

export const conversations = sql`
create table conversation (
  id bigint generated always as identity,
  workflow_id text not null,
  flow_slug text not null,
  user_id text not null,
  channel text not null default '',
  -- Of the worker or client that created it. Its workers look after it.
  task_queue text,
  active_execution_id bigint,
  -- The current branch. The counters below are those of this branch.
  branch integer not null default 0,
  last_position integer not null default 0,
  last_seq integer not null default 0,
  total_tokens bigint not null default 0,
  cleared_through integer not null default 0,
  -- Messages up to covers_through are covered by the summary at summary_ordinal, or were cleared.
  covers_through integer not null default 0,
  summary_ordinal integer,
  title text,
  title_origin text,
  -- A sub-thread is anchored to a message of its parent, or to a part of one. parent_id has no foreign key: if the parent's row is
  -- deleted, the chain of ancestors ends there. A parent is always older than its children, so there are no cycles.
  thread_id text,
  parent_id bigint,
  depth integer not null default 0,
  anchor_seq integer,
  anchor_branch integer not null default 0,
  anchor_start integer,
  anchor_end integer,
  -- A fork begins with the past of another conversation, up to and including this turn. The other one cannot be deleted before it.
  forked_from bigint,
  fork_turn text,
  -- The tools of the one request that the conversation was created for, and its past calls of them.
  caller_tools jsonb,
  last_session integer not null default 0,
  last_message_at timestamptz,
  speakers text[],
  closed_at timestamptz,
  -- Marks of its user. Archived until a later message.
  pinned_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint conversation_pkey primary key (id),
  constraint conversation_flow_slug_fkey foreign key (flow_slug) references flow (slug),
  constraint conversation_forked_from_fkey foreign key (forked_from) references conversation (id),
  constraint conversation_cleared_through_check check (cleared_through between 0 and last_seq),
  constraint conversation_covers_through_check check (covers_through between cleared_through and last_seq),
  constraint conversation_title_origin_check check (title_origin in ('words', 'model', 'user')),
  constraint conversation_parent_id_check check (parent_id < id),
  constraint conversation_thread_id_check check
    ((thread_id is null) = (parent_id is null) and (thread_id is null) = (anchor_seq is null)
      and (thread_id is null) = (depth = 0) and depth >= 0),
  constraint conversation_anchor_start_check check
    ((anchor_start is null) = (anchor_end is null)
      and (anchor_start is null or (anchor_seq is not null and anchor_start >= 0 and anchor_start < anchor_end))),
  constraint conversation_fork_turn_check check ((forked_from is null) = (fork_turn is null))
);
-- One open conversation per Workflow ID; closed ones stay readable.
create unique index conversation_workflow_id_key on conversation (workflow_id) where closed_at is null;
create index conversation_workflow_id_idx on conversation (workflow_id);
create index conversation_user_id_idx on conversation (user_id, id);
create index conversation_flow_slug_id_idx on conversation (flow_slug, id) where thread_id is null;
create index conversation_parent_id_idx on conversation (parent_id) where parent_id is not null;
create index conversation_thread_id_idx on conversation (user_id, flow_slug, channel) where thread_id is not null;
create index conversation_forked_from_idx on conversation (forked_from) where forked_from is not null;

create function refuse_uncovering() returns trigger language plpgsql as $$
begin
  raise exception 'covers_through of conversation % would go back from % to %',
    old.id, old.covers_through, new.covers_through using errcode = 'check_violation';
end $$;
create trigger conversation_covers_through_trigger before update of covers_through on conversation
  for each row when (new.covers_through < old.covers_through and new.branch = old.branch)
  execute function refuse_uncovering();

-- A conversation that was never branched has no row here: all of it is branch 0.
create table branch (
  conversation_id bigint not null,
  number integer not null,
  parent integer,
  -- The turn that the branch replaces, and the turn that started it. Both are positions.
  of_position integer,
  begun_position integer,
  -- Its own messages come after this seq.
  begins_after integer not null,
  -- Messages up to this seq were cleared before the branch started.
  begins_cleared integer not null default 0,
  -- What it sees of other branches, in order: [conversation, branch, after, through].
  past jsonb not null default '[]',
  -- The conversation's counters when it left this branch. Those of the current branch are in the conversation's row.
  last_seq integer not null default 0,
  total_tokens bigint not null default 0,
  cleared_through integer not null default 0,
  covers_through integer not null default 0,
  summary_ordinal integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint branch_pkey primary key (conversation_id, number),
  constraint branch_conversation_id_fkey foreign key (conversation_id) references conversation (id) on delete cascade
);

-- Everything that is queued in a conversation, and each message that is part of a turn: a step that was pushed to its agent,
-- a question of one of its nodes, a person's answer.
create table turn (
  conversation_id bigint not null,
  position integer not null,
  turn_id text not null,
  -- Set while the turn counts against its user's limits.
  user_id text,
  kind text not null,
  status text not null,
  error_type text,
  error_message text,
  while_running text,
  -- The turn that it is part of, or joins. joined_step is the model call that first included it.
  of_position integer,
  joined_step bigint,
  retry_of integer,
  -- The position of the turn that it replaces in a new branch.
  branch_of integer,
  to_branch integer,
  cleared_branch integer,
  cleared_through integer,
  data jsonb,
  output_schema jsonb,
  instructions text,
  -- Hashes of what was sent under this turn id, to reject other content.
  content_hashes text,
  -- The last Updates that changed the turn in the queue, newest last. A repeated one changes nothing.
  change_ids text[],
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint turn_pkey primary key (conversation_id, position),
  constraint turn_conversation_id_fkey foreign key (conversation_id) references conversation (id) on delete cascade,
  constraint turn_conversation_id_turn_id_key unique (conversation_id, turn_id),
  constraint turn_kind_check check (kind in ('message', 'clear', 'switch', 'step', 'question', 'answer')),
  constraint turn_status_check check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  constraint turn_while_running_check check (while_running in ('steer', 'interrupt')),
  constraint turn_joined_step_check check (joined_step is null or of_position is not null)
);
create index turn_unfinished_idx on turn (conversation_id, position) where status in ('queued', 'running');
create index turn_user_id_idx on turn (user_id) where status in ('queued', 'running') and user_id is not null;
create index turn_of_position_idx on turn (conversation_id, of_position) where of_position is not null;
create index turn_conversation_id_retry_of_idx on turn (conversation_id, retry_of) where retry_of is not null;

-- A user message exists as soon as its turn is accepted. It gets its seq, its place in the thread, when the turn begins: so
-- questions and answers stand in the order in which they were processed.
create table conversation_message (
  conversation_id bigint not null,
  position integer not null,
  role text not null,
  branch integer not null default 0,
  seq integer,
  -- Null: the text is stored once, as the trace message of the execution at answer_step. See the view thread_message.
  content text,
  answer_step bigint,
  token_count integer not null,
  -- Tokens of the thread up to and including this message.
  running_tokens bigint,
  execution_id bigint,
  -- A session is a run of messages without a long pause.
  session integer,
  -- The speaker's name in an imported chat.
  name text,
  -- Why later contexts omit it.
  omitted text,
  -- The tool calls of a turn that failed or was canceled: later calls list those that ran.
  broken_calls text,
  -- A person's rating of an answer.
  rating text,
  created_at timestamptz not null default now(),
  constraint conversation_message_pkey primary key (conversation_id, position, role),
  constraint conversation_message_position_fkey foreign key (conversation_id, position)
    references turn (conversation_id, position) on delete cascade,
  constraint conversation_message_conversation_id_branch_seq_key unique (conversation_id, branch, seq),
  constraint conversation_message_role_check check (role in ('user', 'assistant')),
  constraint conversation_message_content_check check (content is not null or answer_step is not null),
  constraint conversation_message_rating_check check (rating in ('good', 'bad')),
  constraint conversation_message_omitted_check check (omitted in ('dropped', 'refused', 'retried'))
);

-- Texts too large for a Signal or an Update. The client stores them; the turn claims them when it is accepted.
create table stored_text (
  id uuid not null default gen_random_uuid(),
  workflow_id text not null,
  content text not null,
  created_at timestamptz not null default now(),
  constraint stored_text_pkey primary key (id)
);
create index stored_text_workflow_id_idx on stored_text (workflow_id);
create index stored_text_user_idx on stored_text (split_part(split_part(workflow_id, '/', 3), ':', 1));

-- A user's files. The same content is stored once.
create table upload (
  user_id text not null,
  -- SHA-256 of the content in hexadecimal.
  hash text not null,
  kind text not null,
  media_type text not null,
  bytes integer not null,
  -- What it counts against the user's storage limit. The text of a 10 KB PDF can have 4 MB.
  counted_bytes integer not null generated always as (greatest(bytes, octet_length(extracted), 4096)) stored,
  width integer,
  height integer,
  content bytea not null,
  -- The text of a text file or a PDF, or why it could not be read.
  extracted text,
  problem text,
  created_at timestamptz not null default now(),
  -- When it was last sent. A file without a message is removed a day later.
  used_at timestamptz not null default now(),
  -- Sums of a user's files read only the index. With a second index, prepared statements used that one to find a file.
  constraint upload_pkey primary key (user_id, hash) include (counted_bytes),
  constraint upload_kind_check check (kind in ('picture', 'text', 'other'))
);
-- Images are compressed already.
alter table upload alter column content set storage external;

create table attachment (
  conversation_id bigint not null,
  position integer not null,
  ordinal smallint not null,
  user_id text not null,
  hash text not null,
  kind text not null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  width integer,
  height integer,
  -- Tokens of an image that is sent. Other files are counted with the text of their message.
  token_count integer not null,
  -- The range in the message's text, in UTF-16 units.
  text_start integer not null,
  text_end integer not null,
  constraint attachment_pkey primary key (conversation_id, position, ordinal),
  constraint attachment_position_fkey foreign key (conversation_id, position)
    references turn (conversation_id, position) on delete cascade,
  constraint attachment_user_id_hash_fkey foreign key (user_id, hash) references upload (user_id, hash)
);
create index attachment_user_id_hash_idx on attachment (user_id, hash);

-- Items that a client adds to a conversation before its first response, when its flow is not known yet.
create table given_item (
  user_id text not null,
  channel text not null,
  id text not null,
  position bigint generated always as identity,
  item jsonb not null,
  created_at timestamptz not null default now(),
  constraint given_item_pkey primary key (user_id, channel, id)
);

-- Metadata of conversations and responses. It is deleted with the conversation of its channel.
create table given_metadata (
  user_id text not null,
  channel text not null,
  subject text not null,
  metadata jsonb not null,
  created_at timestamptz not null default now(),
  constraint given_metadata_pkey primary key (user_id, subject)
);

-- Links that show a chat without its user's key. A revoked one is deleted.
create table shared_link (
  -- The public part of the token.
  id text not null,
  -- SHA-256 of the whole token in hexadecimal. The token itself is not stored.
  hash text not null,
  conversation_id bigint not null,
  -- The last message that it shows.
  branch integer not null,
  through_seq integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint shared_link_pkey primary key (id),
  constraint shared_link_conversation_id_fkey foreign key (conversation_id) references conversation (id) on delete cascade
);
create index shared_link_conversation_id_idx on shared_link (conversation_id);

-- Idempotency keys of the gateway. A key with another request is rejected.
create table request_key (
  user_id text not null,
  key text not null,
  request_hash text not null,
  created_at timestamptz not null default now(),
  constraint request_key_pkey primary key (user_id, key)
);
create index request_key_created_at_idx on request_key (created_at);
`;
