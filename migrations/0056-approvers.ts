import { sql, type QueryExecutorProvider } from 'kysely';

/** Stores who may answer a question, the answers of its approvers, and the roles of keys. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
alter table approval
  -- Roles of which an approver needs one; null: the requesting user answers.
  add column approver_roles text[],
  add column quorum integer not null default 1,
  -- The input of the tool call that is asked about.
  add column input jsonb;
alter table api_key add column roles text[]`.execute(db);
  await sql`
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
)`.execute(db);
}
