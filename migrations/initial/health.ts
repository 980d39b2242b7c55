import { sql } from 'kysely';

/** So that a health report over 30 days does not read every turn and call. */
export const health = sql`
-- One row: hours before 'through' are summed, except for the turns and calls in late_turn and late_call.
create table hour_progress (
  is_only boolean not null default true,
  through timestamptz not null,
  constraint hour_progress_pkey primary key (is_only),
  constraint hour_progress_is_only_check check (is_only)
);

-- By the time of the start. No row names a user, so sums stay when chats are deleted.
create table turn_hour (
  hour timestamptz not null,
  flow_slug text not null,
  -- Of the last call, so that each turn counts once. Empty if the turn made no call.
  model text not null,
  status text not null,
  -- Empty unless it failed.
  error_type text not null,
  turns integer not null,
  last_at timestamptz,
  constraint turn_hour_pkey primary key (hour, flow_slug, model, status, error_type)
);

create table call_hour (
  hour timestamptz not null,
  flow_slug text not null,
  model text not null,
  purpose text not null,
  -- Empty if no try failed.
  error_type text not null,
  calls integer not null,
  failed integer not null,
  input_tokens bigint not null,
  cached_input_tokens bigint not null,
  output_tokens bigint not null,
  -- Of calls with a known price.
  cost numeric,
  unpriced integer not null,
  -- One value per call: percentiles cannot be summed.
  first_token_ms integer[],
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint call_hour_pkey primary key (hour, flow_slug, model, purpose, error_type)
);

-- Turns and calls that had not ended when their hour was summed. Without foreign keys: each would cost every deletion a lookup.
create table late_turn (
  execution_id bigint not null,
  constraint late_turn_pkey primary key (execution_id)
);
create table late_call (
  execution_id bigint not null,
  step bigint not null,
  constraint late_call_pkey primary key (execution_id, step)
);
`;
