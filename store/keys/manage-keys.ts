import { sql } from 'kysely';
import { addAuditEntry, type AuditActor } from '../audit/audit-log.js';
import type { Database } from '../database.js';
import { makeKeyText, readKeyText } from './key-text.js';

interface NewKey {
  user: string;
  name?: string | undefined;
  flows?: readonly string[] | undefined;
  roles?: readonly string[] | undefined;
  admin: boolean;
  days?: number | undefined;
}

export interface KeyFacts {
  id: string;
  user: string;
  name: string | null;
  flows: string[] | null;
  roles: string[] | null;
  admin: boolean;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  usedAt: Date | null;
}

const FACTS = [
  'id',
  'user_id as user',
  'name',
  'flows',
  'roles',
  'is_admin as admin',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
  'used_at as usedAt',
] as const;

export async function createKey(
  db: Database,
  { user, name, flows, roles, admin, days }: NewKey,
  by: AuditActor,
): Promise<KeyFacts & { key: string }> {
  const key = makeKeyText();
  const parts = readKeyText(key);
  if (!parts) throw new Error('The generated API key is invalid');
  const facts = await db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('api_key')
      .values({
        ...parts,
        user_id: user,
        name: name ?? null,
        flows: flows ? [...flows] : null,
        roles: roles ? [...roles] : null,
        is_admin: admin,
        expires_at: days === undefined ? null : sql<Date>`now() + make_interval(days => ${days}::integer)`,
      })
      .returning(FACTS)
      .executeTakeFirstOrThrow();
    await addAuditEntry(trx, {
      ...by,
      action: 'key.create',
      target: `key/${parts.id}`,
      owner: user,
      outcome: 'done',
    });
    return stored;
  });
  return { ...facts, key };
}

export async function listKeys(db: Database, { user }: { user?: string | undefined }): Promise<KeyFacts[]> {
  return db
    .selectFrom('api_key')
    .select(FACTS)
    .$if(user !== undefined, (query) => query.where('user_id', '=', user ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function revokeKey(db: Database, id: string, by: AuditActor): Promise<KeyFacts | undefined> {
  return db.transaction().execute(async (trx) => {
    const revoked = await trx
      .updateTable('api_key')
      .set({ revoked_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(FACTS)
      .executeTakeFirst();
    if (!revoked) return trx.selectFrom('api_key').select(FACTS).where('id', '=', id).executeTakeFirst();
    const { user: owner } = revoked;
    await addAuditEntry(trx, { ...by, action: 'key.revoke', target: `key/${id}`, owner, outcome: 'done' });
    return revoked;
  });
}
