import { sql, type Kysely } from 'kysely';

/** Keys by which programs ask a gateway. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table api_key (
  -- The part of the key that names it.
  id text not null,
  -- SHA-256 of the whole key, as hexadecimal digits: the key itself is random, and stored nowhere.
  hash text not null,
  user_id text not null,
  name text,
  -- Slugs of the flows that exist for it; null: all.
  flows text[],
  is_admin boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  -- To the hour.
  used_at timestamptz,
  constraint api_key_pkey primary key (id)
);
create index api_key_user_id_idx on api_key (user_id);
`.execute(db);
}
