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

/** Decides which servers to start and where to keep their files. */
export interface StartServersOptions {
  /**
   * The folder for data, logs and the list of users, such as `<clone>/.threadline`. It is created with access
   * for its owner only.
   */
  readonly dataDir: string;
  /** Address of a running Temporal server, which is used as it is; then none is started. */
  readonly temporalAddress?: string | undefined;
  /** URL of a running Postgres, which is used as it is; then none is started. */
  readonly databaseUrl?: string | undefined;
  /** The value of TEMPORAL_CLI_PATH. */
  readonly temporalCliPath?: string | undefined;
  /** The value of TEMPORAL_CLI_SHA256. */
  readonly temporalCliSha256?: string | undefined;
  /** The folder for fetched binaries; default: the user's cache folder, see `userCacheDir`. */
  readonly cacheDir?: string | undefined;
  /** A Temporal namespace that is created besides `default`, which always exists. */
  readonly namespace?: string | undefined;
  /** Whether a Temporal server that is started here has its web UI; default true. */
  readonly ui?: boolean | undefined;
  /** Custom search attributes, name to type, such as `{ ConversationId: 'Keyword' }`. */
  readonly searchAttributes?: Readonly<Record<string, string>> | undefined;
  /** Dynamic configuration of the Temporal server, key to JSON value. */
  readonly dynamicConfig?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether to keep the data when the servers stop; default true. False also makes Postgres faster and less
   * safe.
   */
  readonly persist?: boolean | undefined;
  /** Gets one line at each step that takes time. */
  readonly onProgress?: ((line: string) => void) | undefined;
}

/** A Temporal server and a Postgres that both answer. */
export interface Servers {
  /** `started`: whether this launcher started or joined the server. False for a server whose address was given. */
  readonly temporal: { readonly address: string; readonly uiUrl?: string; readonly started: boolean };
  /** `url` names the database `threadline`, which exists, or is the URL that was given. */
  readonly postgres: { readonly url: string; readonly started: boolean };
  /**
   * The servers that were started here and do not run: they ended, though nobody stopped them. Reads a file and
   * asks the system, so it may be called every second.
   */
  findEnded(): EndedServer[];
  /**
   * Starts the servers that have ended, each with its data and on its port, and returns when all answer. Throws
   * when one cannot be started, or when its port is taken; the signal ends the start.
   */
  restart(options?: { readonly signal?: AbortSignal }): Promise<void>;
  /**
   * Ends this use of the servers. The stop of the last running user stops the servers, within 25 s or `withinMs`,
   * after which they are ended the hard way. Servers whose address was given are never stopped. A second call does
   * nothing. Throws when a server does not end.
   */
  stop(options?: { readonly withinMs?: number }): Promise<void>;
}

/** A server that does not run any more. */
export interface EndedServer {
  readonly name: 'Temporal' | 'Postgres';
  /** The server's last words before it ended. */
  readonly logFile: string;
}

/**
 * Provides a Temporal server and a Postgres: those whose addresses are given, else those of `dataDir`, which are
 * joined if they run and started if not. Any number of processes may call it at the same time. The first start
 * may download for minutes; later ones take seconds. Throws one sentence with the remedy when a server cannot be
 * started.
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
  /** Whether the servers may only have the ports that they had. */
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
  // Waits for both even when one fails: no server may still be starting when the lock is released.
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

/** Opens the proxy to Temporal's UI, if this data folder has a UI. */
async function openUi(
  dataDir: string,
  { temporal }: Pick<Servers, 'temporal'>,
): Promise<UiProxy | undefined> {
  if (temporal.uiUrl === undefined) return undefined;
  return openUiProxy({
    port: Number(new URL(temporal.uiUrl).port),
    // Temporal may be restarted on another port.
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
  // Read without the lock: the file is always whole, and a server that is being started counts as running.
  const state = openServerState(dataDir).current();
  const hasEnded = (name: ServerName): boolean => {
    const mark = state[name]?.process;
    return mark === undefined || !isAlive(mark);
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
