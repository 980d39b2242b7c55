import { sql } from 'kysely';

export const trajectories = sql`
-- A node has the place in the trace that it stands for: a question the first step of its run, a conclusion and its tool calls
-- their own. The text stays in the trace. Things that a call touched have ordinals below 0, and keep their own text here.
create table trajectory_node (
  execution_id bigint not null,
  step bigint not null,
  ordinal integer not null,
  type text not null,
  number integer,
  label text,
  -- Of a question: its agent, the last recorded step, and the ends of the branches.
  node_id text,
  iteration text,
  recorded_through bigint,
  pointers text,
  -- Of data.
  name text,
  description text,
  -- json: a third smaller than jsonb.
  attributes json,
  versions jsonb,
  -- What the node was asked to be, oldest first. The replaced values follow from it.
  changes jsonb,
  created_at timestamptz,
  constraint trajectory_node_pkey primary key (execution_id, step, ordinal, type),
  constraint trajectory_node_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade
) partition by list (type);
create table trajectory_query partition of trajectory_node for values in ('Query');
create table trajectory_state partition of trajectory_node for values in ('State');
create table trajectory_action partition of trajectory_node for values in ('Action');
create table trajectory_response partition of trajectory_node for values in ('Response');
create table trajectory_knowledge partition of trajectory_node for values in ('Knowledge');
create table trajectory_tool partition of trajectory_node for values in ('Tool');
create table trajectory_table partition of trajectory_node for values in ('Table');
create table trajectory_column partition of trajectory_node for values in ('Column');
create table trajectory_file partition of trajectory_node for values in ('File');
create table trajectory_script partition of trajectory_node for values in ('Script');
create table trajectory_skill partition of trajectory_node for values in ('Skill');

-- A turn has many edges. Their names as an enum, and columns in the order of their sizes, save a quarter of a row.
create type trajectory_edge_type as enum ('triggers', 'has_conclusion', 'has_response', 'find_relevant_knowledge',
  'find_relevant_data', 'find_relevant_tool', 'has_script', 'generates', 'has_additional_file', 'has_additional_table');
create table trajectory_edge (
  execution_id bigint not null,
  from_step bigint not null,
  to_step bigint not null,
  from_ordinal integer not null,
  to_ordinal integer not null,
  type trajectory_edge_type not null,
  constraint trajectory_edge_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade
);
-- Not unique: equal keys share space. 'record_trajectory' skips stored edges while it holds the run's lock.
create index trajectory_edge_execution_id_to_step_idx on trajectory_edge (execution_id, to_step);

-- The number of nodes of each type per agent of a session, so that labels continue from turn to turn. A session is a
-- conversation, or an execution outside of one.
create table trajectory_agent (
  conversation_id bigint,
  execution_id bigint,
  session text not null generated always as
    (case when conversation_id is null then 'e' || execution_id::text else 'c' || conversation_id::text end) stored,
  sub_agent text not null,
  counts integer[] not null,
  constraint trajectory_agent_pkey primary key (session, sub_agent),
  constraint trajectory_agent_conversation_id_fkey foreign key (conversation_id)
    references conversation (id) on delete cascade,
  constraint trajectory_agent_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint trajectory_agent_session_check check ((conversation_id is null) <> (execution_id is null))
);
create index trajectory_agent_conversation_id_idx on trajectory_agent (conversation_id) where conversation_id is not null;
create index trajectory_agent_execution_id_idx on trajectory_agent (execution_id) where execution_id is not null;

-- A model call that describes what was touched.
create table portrait (
  conversation_id bigint,
  execution_id bigint,
  session text not null generated always as
    (case when conversation_id is null then 'e' || execution_id::text else 'c' || conversation_id::text end) stored,
  ordinal integer not null,
  position integer not null,
  -- 'lost': its worker stopped, and its outcome is unknown.
  status text not null,
  reason text,
  described integer not null default 0,
  model text not null,
  input_tokens integer not null default 0,
  cached_input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost numeric(20, 12) default 0,
  created_at timestamptz not null default now(),
  constraint portrait_pkey primary key (session, ordinal),
  constraint portrait_conversation_id_fkey foreign key (conversation_id) references conversation (id) on delete cascade,
  constraint portrait_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint portrait_session_check check ((conversation_id is null) <> (execution_id is null)),
  constraint portrait_status_check check (status in ('running', 'adopted', 'unusable', 'failed', 'lost'))
);
create index portrait_created_at_idx on portrait using brin (created_at)
  with (autosummarize = on, pages_per_range = 32);
create index portrait_conversation_id_idx on portrait (conversation_id) where conversation_id is not null;
create index portrait_execution_id_idx on portrait (execution_id) where execution_id is not null;
`;
