import { realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import { ensurePostgresServer } from './postgres/postgres-server.js';
import { isAlive } from './process/process-mark.js';
import { addUser, countLivingUsers } from './server-users.js';
import { openServerState, serverLogFile, type ServerName } from './server-state.js';
import { secureFolder } from './secure-folder.js';
import { stopRecordedServers } from './stop-servers.js';
import { ensureTemporalServer } from './temporal/temporal-server.js';
import { openUiProxy, type UiProxy } from './temporal/ui-proxy.js';
import { userCacheDir } from './binaries/user-cache-dir.js';
import { withStartLock } from './with-start-lock.js';

export interface StartServersOptions {
  /** For data, logs and users. Only its owner can access it. */
  readonly dataDir: string;
  readonly temporalAddress?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly temporalCliPath?: string | undefined;
  readonly temporalCliSha256?: string | undefined;
  readonly cacheDir?: string | undefined;
  /** Created in addition to `default`. */
  readonly namespace?: string | undefined;
  readonly ui?: boolean | undefined;
  /** Such as `{ ConversationId: 'Keyword' }`. */
  readonly searchAttributes?: Readonly<Record<string, string>> | undefined;
  readonly dynamicConfig?: Readonly<Record<string, unknown>> | undefined;
  /** False deletes the data on stop, and makes Postgres faster and less durable. Default: true. */
  readonly persist?: boolean | undefined;
  readonly onProgress?: ((line: string) => void) | undefined;
}

export interface Servers {
  /** `started` is false if the address was given. */
  readonly temporal: { readonly address: string; readonly uiUrl?: string; readonly started: boolean };
  /** The URL of the database `threadline`, or the given URL. */
  readonly postgres: { readonly url: string; readonly started: boolean };
  findEnded(): EndedServer[];
  /** Restarts servers that do not respond. Keeps data and ports. */
  restart(options?: { readonly signal?: AbortSignal }): Promise<void>;
  /** Their last user stops the servers within 25 s or `withinMs`, then kills them. */
  stop(options?: { readonly withinMs?: number }): Promise<void>;
}

export interface EndedServer {
  readonly name: 'Temporal' | 'Postgres';
  readonly logFile: string;
}

/**
 * Joins or starts the servers of `dataDir`, except those with a given address. Safe to call from several processes.
 */
export async function startServers(options: StartServersOptions): Promise<Servers> {
  const { temporalAddress, databaseUrl, onProgress } = options;
  if (temporalAddress !== undefined && databaseUrl !== undefined) {
    return given({ temporalAddress, databaseUrl });
  }
  const dataDir = createDataDir(options.dataDir);
  return withStartLock({ dataDir, onProgress }, async () => {
    const userFile = addUser(dataDir);
    try {
      const servers = await ensureServers(dataDir, options);
      const uiProxy = await openUi(dataDir, servers);
      return {
        ...servers,
        findEnded: () => findEnded(dataDir, servers),
        restart: ({ signal } = {}) => restart(dataDir, { ...options, signal }),
        stop: stopOnce(dataDir, userFile, uiProxy),
      };
    } catch (error) {
      await endUse(dataDir, userFile);
      throw error;
    }
  });
}

type EnsureServersOptions = StartServersOptions & {
  readonly keepsPort?: boolean;
  readonly signal?: AbortSignal | undefined;
};

async function ensureServers(
  dataDir: string,
  options: EnsureServersOptions,
): Promise<Pick<Servers, 'temporal' | 'postgres'>> {
  const state = openServerState(dataDir);
  const { onProgress, keepsPort, signal } = options;
  const persist = options.persist ?? true;
  // Waits for both, because no server may still be starting when the lock is released.
  const [temporal, postgres] = await Promise.allSettled([
    ensureTemporal({ ...options, dataDir, persist }, state),
    options.databaseUrl ?? ensurePostgresServer({ dataDir, state, persist, keepsPort, signal, onProgress }),
  ]);
  if (temporal.status === 'rejected') throw temporal.reason;
  if (postgres.status === 'rejected') throw postgres.reason;
  return {
    temporal: temporal.value,
    postgres: { url: postgres.value, started: options.databaseUrl === undefined },
  };
}

async function ensureTemporal(
  options: EnsureServersOptions & { readonly persist: boolean },
  state: ReturnType<typeof openServerState>,
): Promise<Servers['temporal']> {
  if (options.temporalAddress !== undefined) return { address: options.temporalAddress, started: false };
  const { port, uiPort } = await ensureTemporalServer({
    ...options,
    state,
    cacheDir: options.cacheDir ?? userCacheDir({ platform: process.platform, homeDir: os.homedir() }),
    namespace: options.namespace ?? 'default',
    ui: options.ui ?? true,
    searchAttributes: options.searchAttributes ?? {},
    dynamicConfig: options.dynamicConfig ?? {},
  });
  const address = `127.0.0.1:${port}`;
  return { address, started: true, uiUrl: uiPort === undefined ? undefined : `http://127.0.0.1:${uiPort}` };
}

async function openUi(
  dataDir: string,
  { temporal }: Pick<Servers, 'temporal'>,
): Promise<UiProxy | undefined> {
  if (temporal.uiUrl === undefined) return undefined;
  return openUiProxy({
    port: Number(new URL(temporal.uiUrl).port),
    findServer: () => openServerState(dataDir).current().temporal?.uiServer,
  });
}

function given({ temporalAddress, databaseUrl }: { temporalAddress: string; databaseUrl: string }): Servers {
  return {
    temporal: { address: temporalAddress, started: false },
    postgres: { url: databaseUrl, started: false },
    findEnded: () => [],
    restart: async () => undefined,
    stop: async () => undefined,
  };
}

function createDataDir(folder: string): string {
  try {
    secureFolder(folder);
    return realpathSync(folder);
  } catch (error) {
    throw new Error(`The data folder '${folder}' cannot be created or is not yours; name another one`, {
      cause: error,
    });
  }
}

function findEnded(
  dataDir: string,
  { temporal, postgres }: Pick<Servers, 'temporal' | 'postgres'>,
): EndedServer[] {
  // Read without a lock, because the file is written atomically.
  const state = openServerState(dataDir).current();
  const hasEnded = (name: ServerName): boolean => {
    const mark = state[name]?.process;
    return !mark || !isAlive(mark);
  };
  const ended: EndedServer[] = [];
  if (temporal.started && hasEnded('temporal'))
    ended.push({ name: 'Temporal', logFile: serverLogFile(dataDir, 'temporal') });
  if (postgres.started && hasEnded('postgres'))
    ended.push({ name: 'Postgres', logFile: serverLogFile(dataDir, 'postgres') });
  return ended;
}

function restart(dataDir: string, options: EnsureServersOptions): Promise<void> {
  const { signal } = options;
  return withStartLock({ dataDir, signal }, async () => {
    await ensureServers(dataDir, { ...options, keepsPort: true, onProgress: undefined });
  });
}

function stopOnce(dataDir: string, userFile: string, uiProxy: UiProxy | undefined): Servers['stop'] {
  let stopping: Promise<void> | undefined;
  return ({ withinMs } = {}) =>
    (stopping ??= withStartLock({ dataDir }, async () => {
      await uiProxy?.close();
      await endUse(dataDir, userFile, withinMs);
    }));
}

async function endUse(dataDir: string, userFile: string, withinMs?: number): Promise<void> {
  rmSync(userFile, { force: true });
  if (countLivingUsers(dataDir) === 0) await stopRecordedServers(dataDir, withinMs);
}
