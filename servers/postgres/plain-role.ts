import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { writeFileAtomically } from '../write-file-atomically.js';

/** Owns the tables, but is no superuser. */
export const PLAIN_ROLE = 'threadline_plain';

export function readPlainPassword(dataDir: string): string | undefined {
  const file = passwordFile(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Returns the password. Requires the start lock. Idempotent. */
export async function ensurePlainRole(superuser: pg.Client, dataDir: string): Promise<string> {
  const known = readPlainPassword(dataDir);
  const password = known ?? randomBytes(24).toString('hex');
  if (known === undefined) writeFileAtomically(passwordFile(dataDir), password);
  const found = await superuser.query('select from pg_roles where rolname = $1', [PLAIN_ROLE]);
  if (found.rowCount === 0) await superuser.query(`create role ${PLAIN_ROLE} login createdb`);
  // The password is hexadecimal, so it needs no escaping.
  if (found.rowCount === 0 || known === undefined)
    await superuser.query(`alter role ${PLAIN_ROLE} password '${password}'`);
  await superuser.query(GIVE_EVERYTHING);
  return password;
}

/** Sequences, types and indexes follow their tables. */
const GIVE_EVERYTHING = `do $$
declare thing record;
begin
  execute format('alter database %I owner to ${PLAIN_ROLE}', current_database());
  alter schema public owner to ${PLAIN_ROLE};
  for thing in
    select case relkind when 'v' then 'view' else 'table' end as kind, oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
      and pg_get_userbyid(relowner) <> '${PLAIN_ROLE}'
    union all
    select 'function', oid::regprocedure::text from pg_proc
    where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) <> '${PLAIN_ROLE}'
  loop
    execute format('alter %s %s owner to ${PLAIN_ROLE}', thing.kind, thing.name);
  end loop;
end $$`;

function passwordFile(dataDir: string): string {
  return path.join(dataDir, 'postgres-plain.password');
}
