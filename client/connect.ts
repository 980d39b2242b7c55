import { Client, type ConnectionOptions } from '@temporalio/client';
import { connectionTo, readConfig } from '../config.js';
import { findRunningServers } from '../servers/find-running-servers.js';
import { openDatabase } from '../store/database.js';
import { createChangeListener } from '../store/listen.js';
import { clientDataConverter } from '../temporal/encryption/client-data-converter.js';
import { readKeyRing, type EncryptionOptions } from '../temporal/encryption/read-key-ring.js';
import { composeClientOptions, type TeamClientOptions } from '../temporal/team-options.js';
import type { ClientContext } from './client-context.js';
import { createProgressReader } from './stream/progress-reader.js';
import { createTurnNotices } from './changes/turn-notices.js';
import { connectTemporal } from './connect-temporal.js';
import { setStudioUrl } from '../tracing/studio-url.js';
import { createRefusePlain } from './refuse-plain.js';
import { ThreadlineError } from './threadline-error.js';
import { createThreadline, requireUser, type Threadline, type UserOptions } from './threadline.js';

export interface ConnectOptions extends UserOptions {
  /** Default: the environment, else a running `threadline dev`. */
  temporal?: ConnectionOptions;
  /** Default: the environment, else `default`. */
  namespace?: string;
  /** Default: DATABASE_URL, else a running `threadline dev`. */
  databaseUrl?: string;
  /** The workers'. Default: THREADLINE_TASK_QUEUE, else `threadline`. */
  taskQueue?: string;
  /** Exported trajectories, also of removed rows. Default: TRAJECTORY_FOLDER. */
  trajectoryFolder?: string;
  /** Time to retry during an outage; default 30,000. Most methods accept their own `timeoutMs`. */
  timeoutMs?: number;
  /** The workers' keys; default: THREADLINE_KEYS_FILE or THREADLINE_KEYS_COMMAND, else none. */
  encryption?: EncryptionOptions | undefined;
  /** Passed to Temporal's client. */
  temporalClient?: TeamClientOptions | undefined;
  /** Limits the client to this user's data. */
  user?: string;
  /** The interface in the audit log; default `client`. */
  via?: 'client' | 'command';
}

/** Longer than a failover or restart. */
const TIMEOUT_MS = 30_000;

/** Plus one for the listener. */
export const CLIENT_CONNECTIONS = 8;

/**
 * Throws `Client.Unavailable` if Temporal is unreachable or no Postgres is configured, and an `Error` for
 * unreadable keys. Connects to Postgres on the first read.
 */
export async function connect(options: ConnectOptions = {}): Promise<Threadline> {
  const config = readConfig();
  setStudioUrl(config.studioUrl);
  const running = findRunningServers(config.dataDir);
  const databaseUrl = options.databaseUrl ?? config.databaseUrl ?? running.databaseUrl;
  if (databaseUrl === undefined)
    throw new ThreadlineError(
      'Client.Unavailable',
      "No Postgres connection is configured: pass databaseUrl, set DATABASE_URL, or run 'threadline dev' in this folder",
    );
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const encryption = options.encryption ?? config.encryption;
  const keys = encryption ? await readKeyRing(encryption) : undefined;
  const connection = await connectTemporal(
    options.temporal ?? connectionTo(config, config.temporalAddress ?? running.temporalAddress),
    timeoutMs,
  );
  const db = openDatabase({
    url: databaseUrl,
    applicationName: 'threadline client',
    maxConnections: config.databaseConnections ?? CLIENT_CONNECTIONS,
  });
  // THREADLINE_LISTEN_URL belongs to DATABASE_URL only.
  const direct = databaseUrl === config.databaseUrl ? config.listenUrl : undefined;
  const listener = createChangeListener(direct ?? databaseUrl);
  const context: ClientContext = {
    temporal: new Client({
      connection,
      namespace: options.namespace ?? config.namespace,
      ...composeClientOptions(
        options.temporalClient,
        clientDataConverter(
          keys,
          createRefusePlain(() => context),
        ),
      ),
    }),
    db,
    listener,
    turnNotices: createTurnNotices(listener),
    progress: createProgressReader(db),
    taskQueue: options.taskQueue ?? config.taskQueue,
    timeoutMs,
    user: options.user === undefined ? undefined : requireUser(options.user),
    roles: options.roles ?? [],
    isOperator: options.admin ?? options.user === undefined,
    actor: options.actor,
    via: options.via ?? 'client',
    trajectoryFolder: options.trajectoryFolder ?? config.trajectoryFolder,
    planner: options.planner,
  };
  return createThreadline(context, async () => {
    await listener.close();
    await db.destroy();
    await connection.close();
  });
}
