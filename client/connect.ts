import { Client, Connection, type ConnectionOptions } from '@temporalio/client';
import { readConfig, temporalConnection } from '../config.js';
import { openDatabase } from '../store/database.js';
import { createChangeListener } from '../store/listen.js';
import type { ConversationKey } from '../workflows/ids.js';
import { createConversationHandle, type ConversationHandle } from './conversation-handle.js';
import type { ClientContext } from './client-context.js';
import { createExecutions, type Executions } from './executions.js';
import { ThreadlineError } from './threadline-error.js';

export interface ConnectOptions {
  /** How to reach Temporal; default: the environment's settings. */
  temporal?: ConnectionOptions;
  /** Default: the environment's, else `default`. */
  namespace?: string;
  /** Default: DATABASE_URL. */
  databaseUrl?: string;
  /** Where the workers listen; default: THREADLINE_TASK_QUEUE, else `threadline`. */
  taskQueue?: string;
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
  const databaseUrl = options.databaseUrl ?? config.databaseUrl;
  if (databaseUrl === undefined)
    throw new Error('Environment variable DATABASE_URL is missing, and no databaseUrl is given');
  const connection = await connectTemporal(options.temporal ?? temporalConnection());
  const db = openDatabase({ url: databaseUrl, applicationName: 'threadline client' });
  const listener = createChangeListener(databaseUrl);
  const context: ClientContext = {
    temporal: new Client({ connection, namespace: options.namespace ?? config.namespace }),
    db,
    listener,
    taskQueue: options.taskQueue ?? config.taskQueue,
    user: options.user,
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
