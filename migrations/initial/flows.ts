import { sql } from 'kysely';

export const flows = sql`
create table flow (
  id bigint generated always as identity,
  slug text not null,
  current_version integer not null,
  created_at timestamptz not null default now(),
  constraint flow_pkey primary key (slug),
  constraint flow_id_key unique (id)
);

create table flow_version (
  flow_slug text not null,
  version integer not null,
  definition jsonb not null,
  -- Null: a removed draft. Its number stays taken, because workers cache versions by number.
  hash text,
  -- The order in which the versions of a flow were published; null: never published.
  publication integer,
  -- The tools, node kinds and models that a worker must have to run it, and the schemas that it was published for.
  needs jsonb not null,
  is_draft boolean not null default false,
  -- The user who tried the draft, and with whose data it is deleted.
  drafted_by text,
  created_at timestamptz not null default now(),
  constraint flow_version_pkey primary key (flow_slug, version),
  constraint flow_version_flow_slug_fkey foreign key (flow_slug) references flow (slug),
  constraint flow_version_flow_slug_hash_key unique (flow_slug, hash),
  constraint flow_version_hash_check check (hash is not null or is_draft)
);
`;
