import { Client, Connection, type ConnectionOptions } from '@temporalio/client';
import { connectionTo, readConfig } from '../config.js';
import { findRunningServers } from '../servers/find-running-servers.js';
import { openDatabase } from '../store/database.js';
import { createChangeListener } from '../store/listen.js';
import type { ConversationKey } from '../protocol/ids.js';
import { createConversationHandle } from './conversation/conversation-handle.js';
import type { ClientContext } from './client-context.js';
import { createExecutions, type Executions } from './executions/executions.js';
import { ThreadlineError } from './threadline-error.js';
import type { ConversationHandle } from './conversation/handle.js';

/** Where Temporal, Postgres and the workers are, and for whom; what is not given is found. */
export interface ConnectOptions {
  /** How to reach Temporal; default: the environment's settings, else the server of a running `threadline dev`. */
  temporal?: ConnectionOptions;
  /** Default: the environment's, else `default`. */
  namespace?: string;
  /** Default: DATABASE_URL, else the Postgres of a running `threadline dev`. */
  databaseUrl?: string;
  /** Where the workers listen; default: THREADLINE_TASK_QUEUE, else `threadline`. */
  taskQueue?: string;
  /** Where the workers export trajectories to: rounds whose rows are gone are read there; default: TRAJECTORY_FOLDER. */
  trajectoryFolder?: string;
  /** Everything is this user's: what belongs to others does not exist for it. */
  user?: string;
}

/** A connection to Threadline: Temporal to act, Postgres to read. */
export interface Threadline {
  /** The conversation of a user with a flow; it comes to be with its first message. */
  conversation(key: ConversationKey): ConversationHandle;
  readonly executions: Executions;
  close(): Promise<void>;
}

/**
 * Connects to Temporal and Postgres. Throws `Client.Unavailable` naming which of them cannot be reached.
 */
export async function connect(options: ConnectOptions = {}): Promise<Threadline> {
  const config = readConfig();
  // On a developer's machine: what `threadline dev` started in this folder.
  const running = findRunningServers(config.dataDir);
  const databaseUrl = options.databaseUrl ?? config.databaseUrl ?? running.databaseUrl;
  if (databaseUrl === undefined)
    throw new ThreadlineError(
      'Client.Unavailable',
      "No Postgres is known: give databaseUrl, set DATABASE_URL, or run 'threadline dev' in this folder",
    );
  const connection = await connectTemporal(
    options.temporal ?? connectionTo(config, config.temporalAddress ?? running.temporalAddress),
  );
  const db = openDatabase({ url: databaseUrl, applicationName: 'threadline client' });
  const listener = createChangeListener(databaseUrl);
  const context: ClientContext = {
    temporal: new Client({ connection, namespace: options.namespace ?? config.namespace }),
    db,
    listener,
    taskQueue: options.taskQueue ?? config.taskQueue,
    user: options.user,
    trajectoryFolder: options.trajectoryFolder ?? config.trajectoryFolder,
  };
  return {
    conversation: (key) => createConversationHandle(context, key),
    executions: createExecutions(context),
    async close() {
      await listener.close();
      await db.destroy();
      await connection.close();
    },
  };
}

async function connectTemporal(options: ConnectionOptions): Promise<Connection> {
  try {
    return await Connection.connect(options);
  } catch (error) {
    const address = options.address ?? '127.0.0.1:7233';
    throw new ThreadlineError(
      'Client.Unavailable',
      `Temporal cannot be reached at '${address}': start it, or set TEMPORAL_ADDRESS`,
      { cause: error },
    );
  }
}
