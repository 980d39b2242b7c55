import { sql } from 'kysely';
import type { KeyIdentity } from '../../protocol/key-identity.js';
import type { Database } from '../database.js';
import { readKeyText } from './key-text.js';

/** To save writes, records the last use at most once an hour. */
export async function findKey(db: Database, text: string): Promise<KeyIdentity | undefined> {
  const parts = readKeyText(text);
  if (!parts) return undefined;
  const { rows } = await sql<{
    user: string;
    flows: string[] | null;
    roles: string[] | null;
    admin: boolean;
  }>`
    with known as (
      select id, user_id, flows, roles, is_admin from api_key
      where id = ${parts.id} and hash = ${parts.hash} and revoked_at is null
        and (expires_at is null or expires_at > now())
    ), noted as (
      update api_key set used_at = now() from known
      where api_key.id = known.id and (used_at is null or used_at < now() - interval '1 hour')
    )
    select user_id as "user", flows, roles, is_admin as admin from known`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { user, flows, roles, admin } = found;
  return { user, flows: flows ?? undefined, ...(roles !== null && { roles }), admin };
}
