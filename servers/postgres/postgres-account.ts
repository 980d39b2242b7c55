import { readFileSync } from 'node:fs';

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Postgres refuses to run as root. Undefined means the current user. */
export function postgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = parseAccounts(readFileSync('/etc/passwd', 'utf8'));
  const account = ['postgres', 'nobody'].flatMap(
    (name) => accounts.find((one) => one.name === name) ?? [],
  )[0];
  if (account) return account;
  throw new Error(
    "Postgres does not run as root, and '/etc/passwd' has neither a user 'postgres' nor 'nobody'. Set DATABASE_URL to a running Postgres, or start as another user.",
  );
}

export function parseAccounts(passwd: string): Account[] {
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (name === undefined || !/^[1-9]\d*$/.test(uid ?? '') || !/^\d+$/.test(gid ?? '')) return [];
    return [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}
