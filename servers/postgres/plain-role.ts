import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { writeFileAtomically } from '../write-file-atomically.js';

export const PLAIN_ROLE = 'threadline_plain';

export function readPlainPassword(dataDir: string): string | undefined {
  const file = passwordFile(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Idempotent while the start lock is held. */
export async function ensurePlainRole(superuser: pg.Client, dataDir: string): Promise<string> {
  const known = readPlainPassword(dataDir);
  const password = known ?? randomBytes(24).toString('hex');
  if (known === undefined) writeFileAtomically(passwordFile(dataDir), password);
  const found = await superuser.query('select from pg_roles where rolname = $1', [PLAIN_ROLE]);
  if (found.rowCount === 0) await superuser.query(`create role ${PLAIN_ROLE} login createdb`);
  // Hexadecimal, so the password needs no escaping.
  if (found.rowCount === 0 || known === undefined)
    await superuser.query(`alter role ${PLAIN_ROLE} password '${password}'`);
  // The owner of the database must also own its schema 'public'.
  await superuser.query(
    `do $$ begin execute format('alter database %I owner to ${PLAIN_ROLE}', current_database()); end $$`,
  );
  return password;
}

function passwordFile(dataDir: string): string {
  return path.join(dataDir, 'postgres-plain.password');
}
