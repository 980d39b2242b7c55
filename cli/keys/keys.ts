import { readConfig, type Config } from '../../config.js';
import { rolesProblem } from '../../protocol/approvers.js';
import type { AuditActor } from '../../store/audit/audit-log.js';
import { createKey, listKeys, revokeKey, type KeyFacts } from '../../store/keys/manage-keys.js';
import { formatTable } from '../format/format-table.js';
import type { Output } from '../format/output.js';
import { CommandError, usageError } from '../program/command-error.js';
import { findDatabase } from '../system/find-system.js';
import { withDatabase } from '../system/open-client.js';
import { requireFlow } from '../system/require-flow.js';

export async function runCreate(key: Parameters<typeof createKey>[1], output: Output): Promise<void> {
  if (key.user.trim() === '') throw usageError('--user is empty: pass the user who owns the key');
  const problem = key.roles && rolesProblem(key.roles);
  if (problem) throw usageError(`The value of --role ${problem}`);
  const config = readConfig();
  const databaseUrl = findDatabase(config);
  for (const flow of key.flows ?? []) await requireFlow(flow, { databaseUrl });
  const made = await withDatabase(databaseUrl, (db) => createKey(db, key, nameActor(config)));
  output.note(`Key ${made.id} of user '${made.user}', shown only once:`);
  output.result(made, () => made.key);
}

export async function runList(filter: { user?: string | undefined }, output: Output): Promise<void> {
  const keys = await withDatabase(findDatabase(readConfig()), (db) => listKeys(db, filter));
  output.result(keys, () => (keys.length === 0 ? 'No keys' : formatKeys(keys, new Date())));
}

/** Also accepts the whole key, whose secret must not be printed. */
export async function runRevoke(given: string, output: Output): Promise<void> {
  const id = /^tl_([^_]+)_/.exec(given)?.[1] ?? given;
  const config = readConfig();
  const key = await withDatabase(findDatabase(config), (db) => revokeKey(db, id, nameActor(config)));
  if (!key)
    throw new CommandError(`Key '${id.slice(0, 80)}' does not exist: 'threadline keys list' shows all keys`);
  output.result(key, () => `Key ${key.id} of user '${key.user}' is revoked`);
}

function nameActor({ login }: Config): AuditActor {
  return { actor: login, via: 'command' };
}

function formatKeys(keys: readonly KeyFacts[], now: Date): string {
  return formatTable({ rows: keys }, [
    { header: 'ID', value: ({ id }) => id },
    { header: 'USER', value: ({ user, admin }) => (admin ? `${user} (admin)` : user) },
    { header: 'FLOWS', value: ({ flows }) => flows?.join(', ') ?? 'all' },
    { header: 'ROLES', value: ({ roles }) => roles?.join(', ') ?? '-' },
    { header: 'CREATED', value: ({ createdAt }) => toDay(createdAt) },
    { header: 'USED', value: ({ usedAt }) => (usedAt === null ? 'never' : toDay(usedAt)) },
    { header: 'ENDS', value: (key) => describeEnd(key, now) },
    { header: 'NAME', value: ({ name }) => name ?? '-' },
  ]);
}

function describeEnd({ revokedAt, expiresAt }: KeyFacts, now: Date): string {
  if (revokedAt !== null) return `revoked ${toDay(revokedAt)}`;
  if (expiresAt === null) return 'never';
  return `${expiresAt <= now ? 'ended ' : ''}${toDay(expiresAt)}`;
}

function toDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
