import path from 'node:path';
import pg from 'pg';
import { choosePorts, requirePort } from '../process/choose-ports.js';
import { joinServer, launchServer } from '../process/launch-server.js';
import { ensurePlainRole, PLAIN_ROLE } from './plain-role.js';
import { postgresAccount } from './postgres-account.js';
import { preparePostgresBinaries } from './postgres-binaries.js';
import { createPostgresCluster, POSTGRES_USER, readPostgresPassword } from './postgres-cluster.js';
import { createPostgresHome, postgresHome } from './postgres-home.js';
import { createScratchHome, SCRATCH_FOLDER } from './scratch-home.js';
import { markProcess } from '../process/process-mark.js';
import { serverLogFile, type PostgresRecord, type ServerStateStore } from '../server-state.js';
import { STOP_POSTGRES, stopProcess } from '../process/stop-process.js';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { errorCode } from '../error-text.js';

const NAME = 'Postgres';
const DATABASE = 'threadline';

interface PostgresServerInput {
  readonly dataDir: string;
  readonly state: ServerStateStore;
  readonly persist: boolean;
  /** True to keep the last port, to which other programs are still connected. */
  readonly keepsPort?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((line: string) => void) | undefined;
}

/**
 * Joins or starts Postgres. Persistent data gets a role without special rights. Tests get a superuser: they drop
 * databases while autovacuum runs.
 */
export async function ensurePostgresServer(input: PostgresServerInput): Promise<string> {
  const last = input.state.current().postgres;
  const joined = await joinServer(last, {
    name: NAME,
    logFile: logFilePath(input),
    probe: (server) => probePostgres(input, server.port),
    stopSteps: STOP_POSTGRES,
  });
  const { port } = joined ?? (await startPostgres(input, last));
  const password = readPostgresPassword(input.dataDir) ?? '';
  await createDatabase(databaseUrl({ port, password, database: 'postgres' }));
  const url = databaseUrl({ port, password, database: DATABASE });
  if (!input.persist) return url;
  const plain = await withConnection(url, (client) => ensurePlainRole(client, input.dataDir));
  return databaseUrl({ port, user: PLAIN_ROLE, password: plain, database: DATABASE });
}

async function startPostgres(
  input: PostgresServerInput,
  last: PostgresRecord | undefined,
): Promise<PostgresRecord> {
  const account = postgresAccount();
  const home = postgresHome(input.dataDir, account);
  if (home !== input.dataDir) createPostgresHome(home);
  const isScratch = !input.persist;
  const folder = isScratch
    ? path.join(createScratchHome({ ...input, home }), SCRATCH_FOLDER)
    : path.join(home, 'postgres');
  await clearPostmasterPid(folder);
  const binaries = await preparePostgresBinaries({ home, account });
  await createPostgresCluster({ ...input, folder, isScratch, account }, binaries);
  input.onProgress?.('Starting Postgres');
  return launchServer<PostgresRecord>({
    name: NAME,
    stopSteps: STOP_POSTGRES,
    choosePorts: async (attempt) => {
      const preferred = attempt === 0 || input.keepsPort ? [last?.port] : [];
      const [port = 0] = await choosePorts({ count: 1, preferred, seed: `${input.dataDir}/postgres` });
      if (input.keepsPort) requirePort(last?.port, port);
      return { port, folder, isScratch };
    },
    command: ({ port }) => ({
      command: binaries.postgres,
      args: ['-D', folder, ...postgresSettings({ port, persist: input.persist })],
      cwd: home,
      logFile: logFilePath(input),
      account,
    }),
    record: (mark, record) => input.state.update({ postgres: { ...record, process: mark } }),
    probe: ({ port }) => probePostgres(input, port),
    signal: input.signal,
  });
}

function postgresSettings({ port, persist }: { port: number; persist: boolean }): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Without sockets, because the data folder may exceed the limit of a socket path, about 100 characters.
    unix_socket_directories: '',
    max_connections: '200',
    log_checkpoints: 'off',
  };
  const careless = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    // Small, because the write-ahead log may be in memory.
    max_wal_size: '128MB',
    min_wal_size: '32MB',
  };
  return Object.entries(persist ? settings : { ...settings, ...careless }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
}

async function probePostgres({ dataDir }: PostgresServerInput, port: number): Promise<void> {
  const password = readPostgresPassword(dataDir) ?? '';
  await withConnection(databaseUrl({ port, password, database: 'postgres' }), (client) =>
    client.query('select 1'),
  );
}

async function createDatabase(url: string): Promise<void> {
  await withConnection(url, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

async function withConnection<Result>(
  url: string,
  action: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  });
  // Without this listener, a connection error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await action(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function databaseUrl(to: { port: number; user?: string; password: string; database: string }): string {
  return `postgres://${to.user ?? POSTGRES_USER}:${to.password}@127.0.0.1:${to.port}/${to.database}`;
}

function logFilePath({ dataDir }: PostgresServerInput): string {
  return serverLogFile(dataDir, 'postgres');
}

/** Removes the file only if its process id now belongs to another program. */
async function clearPostmasterPid(folder: string): Promise<void> {
  const pidFile = path.join(folder, 'postmaster.pid');
  if (process.platform !== 'linux' || !existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const mark = Number.isInteger(pid) && pid > 0 ? markProcess(pid) : undefined;
  if (!mark) return;
  // Compares the working directory too, because a restarted container soon reuses small process ids.
  const workingFolder = readWorkingFolder(pid);
  if (workingFolder === undefined) return;
  if (workingFolder === realpathSync(folder)) await stopProcess(mark, STOP_POSTGRES);
  else rmSync(pidFile, { force: true });
}

function readWorkingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
