import { sql, type Kysely } from 'kysely';

const NODE_TYPES = [
  ...['query', 'state', 'action', 'response'],
  ...['knowledge', 'tool', 'table', 'column', 'file', 'script', 'skill'],
];

/** What agents did and why: nodes and edges that point at the trace, and the portraits of what they touched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- What tools and nodes say that they touched is known only while they run, so it is kept beside what they gave.
alter table tool_call add column touched jsonb;
alter table node_output add column touched jsonb;
-- The tool call that started a sub-execution.
alter table execution
  add column parent_step integer,
  add column parent_ordinal integer;
-- The newest turns of a conversation are looked through, whatever its length.
create index execution_conversation_id_position_idx on execution (conversation_id, position)
  where conversation_id is not null;
drop index execution_conversation_id_idx;

-- A node has the place of what it stands for: a question that of its run's first step, before any of them; a model's
-- conclusion and the tool calls that it asked for that of the trace. What they say is there. What calls touched comes
-- after them, with ordinals below 0. Types with nothing to point at have what they say here.
create table trajectory_node (
  execution_id bigint not null,
  step integer not null,
  ordinal integer not null,
  type text not null,
  number integer,
  label text,
  -- Of a question: its agent, the last step that is in the graph, and where the branches end.
  node_id text,
  iteration text,
  recorded_through integer,
  pointers text,
  -- Of data.
  name text,
  description text,
  attributes jsonb,
  versions jsonb,
  created_at timestamptz,
  constraint trajectory_node_pkey primary key (execution_id, step, ordinal, type),
  constraint trajectory_node_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade
) partition by list (type);

create table trajectory_edge (
  execution_id bigint not null,
  from_step integer not null,
  from_ordinal integer not null,
  to_step integer not null,
  to_ordinal integer not null,
  type text not null,
  constraint trajectory_edge_pkey primary key (execution_id, to_step, to_ordinal, from_step, from_ordinal),
  constraint trajectory_edge_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade
);

-- How many nodes of each type an agent of a session has: labels go on counting from round to round. A session is a
-- conversation, or an execution outside one.
create table trajectory_agent (
  conversation_id bigint,
  execution_id bigint,
  session text not null generated always as
    (case when conversation_id is null then 'e' || execution_id::text else 'c' || conversation_id::text end) stored,
  sub_agent text not null,
  counts integer[] not null,
  constraint trajectory_agent_conversation_id_fkey foreign key (conversation_id)
    references conversation (id) on delete cascade,
  constraint trajectory_agent_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint trajectory_agent_session_check check ((conversation_id is null) <> (execution_id is null)),
  constraint trajectory_agent_pkey primary key (session, sub_agent)
);
create index trajectory_agent_conversation_id_idx on trajectory_agent (conversation_id) where conversation_id is not null;
create index trajectory_agent_execution_id_idx on trajectory_agent (execution_id) where execution_id is not null;

-- A call of a model that described what was touched, and what it cost.
create table portrait (
  conversation_id bigint not null,
  ordinal integer not null,
  position integer not null,
  status text not null,
  reason text,
  described integer not null default 0,
  model text not null,
  input_tokens integer not null default 0,
  cached_input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost numeric(20, 12) not null default 0,
  created_at timestamptz not null default now(),
  constraint portrait_pkey primary key (conversation_id, ordinal),
  constraint portrait_conversation_id_fkey foreign key (conversation_id) references conversation (id) on delete cascade,
  constraint portrait_status_check check (status in ('adopted', 'unusable', 'failed'))
);
`.execute(db);
  for (const name of NODE_TYPES) {
    const type = name.charAt(0).toUpperCase() + name.slice(1);
    await sql`create table ${sql.id(`trajectory_${name}`)} partition of trajectory_node for values in (${sql.lit(type)})`.execute(
      db,
    );
  }
  await sql`
-- Data that waits for a model's words. Nothing stays in it.
create index trajectory_node_undescribed_idx on trajectory_node (execution_id)
  where description is null and type in ('Knowledge', 'Table', 'Column', 'File', 'Script', 'Skill');
`.execute(db);
}
