import { randomBytes, randomUUID } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Account } from './postgres-account.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { runProcess } from '../process/run-process.js';
import { writeFileAtomically } from '../write-file-atomically.js';

export const POSTGRES_USER = 'threadline';

interface PostgresClusterInput {
  readonly dataDir: string;
  readonly folder: string;
  readonly isScratch: boolean;
  readonly account: Account | undefined;
  readonly onProgress?: ((line: string) => void) | undefined;
}

export function readPostgresPassword(dataDir: string): string | undefined {
  const file = passwordFile(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Moves aside an existing folder without a password; never opens or deletes it. */
export async function createPostgresCluster(
  input: PostgresClusterInput,
  binaries: PostgresBinaries,
): Promise<void> {
  const { dataDir, folder, isScratch, onProgress } = input;
  if (isScratch) rmSync(folder, { recursive: true, force: true });
  if (existsSync(folder)) {
    if (readPostgresPassword(dataDir) !== undefined) return;
    const aside = `${folder}.${new Date().toISOString().replaceAll(':', '-')}`;
    renameSync(folder, aside);
    onProgress?.(`Moved older Postgres data of '${dataDir}' to '${aside}'`);
  }
  removeDrafts(folder);
  const password = readPostgresPassword(dataDir) ?? randomBytes(24).toString('hex');
  writeFileAtomically(passwordFile(dataDir), password);
  onProgress?.('Creating the Postgres data folder');
  await initialize(input, { password, initdb: binaries.initdb });
}

async function initialize(
  { folder, isScratch, account }: PostgresClusterInput,
  { password, initdb }: { password: string; initdb: string },
): Promise<void> {
  // Each start has its own draft: an earlier initdb may have been killed, or may still be writing.
  const draft = `${folder}.draft-${randomUUID()}`;
  const passwordDraft = `${draft}-password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordDraft, password, { mode: 0o600, flag: 'wx' });
  if (account) for (const file of [draft, passwordDraft]) chownSync(file, account.uid, account.gid);
  const args = ['--pgdata', draft, '--username', POSTGRES_USER, '--pwfile', passwordDraft];
  const settings = ['--auth=scram-sha-256', '--locale=C', '--encoding=UTF8', '--no-instructions'];
  const result = await runProcess({
    command: initdb,
    args: [...args, ...settings, ...(isScratch ? ['--no-sync'] : [])],
    timeoutMs: 120_000,
    cwd: path.dirname(folder),
    account,
  });
  rmSync(passwordDraft, { force: true });
  if (result.kind !== 'done') {
    const reason =
      result.kind === 'failed' ? `${result.failure}\n${result.output}` : `'${initdb}' is missing`;
    throw new Error(
      `The Postgres data folder '${folder}' cannot be created (${reason}); set DATABASE_URL instead`,
    );
  }
  renameSync(draft, folder);
}

function removeDrafts(folder: string): void {
  const home = path.dirname(folder);
  for (const name of readdirSync(home)) {
    if (name.startsWith(`${path.basename(folder)}.draft`)) removeIfPossible(path.join(home, name));
  }
}

function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}

function passwordFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.password');
}
