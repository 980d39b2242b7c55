import pg from 'pg';
import { endConnection } from './end-pool.js';
import { NOTIFY_CHANNEL } from './notify.js';

/** Tells its subscribers when rows of a Workflow change. */
export interface ChangeListener {
  /** Calls `wake` when rows of this Workflow may have changed. Returns a function that ends the subscription. */
  on(workflowId: string, wake: () => void): () => void;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;

/**
 * Listens on one connection for all subscribers, opened with the first of them. When the connection is lost, it
 * is opened again and every subscriber is woken, so that nobody misses a change. Subscribers also poll now and
 * then: behind a transaction pooler, which drops notices, they hear later but hear everything.
 */
export function createChangeListener(databaseUrl: string): ChangeListener {
  const wakers = new Map<string, Set<() => void>>();
  let connection: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  return {
    on(workflowId, wake) {
      const set = wakers.get(workflowId) ?? new Set();
      wakers.set(workflowId, set.add(wake));
      if (connection === undefined && retry === undefined) void connect();
      return () => {
        set.delete(wake);
        if (set.size === 0 && wakers.get(workflowId) === set) wakers.delete(workflowId);
      };
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      if (connection !== undefined) await endConnection(connection).catch(() => undefined);
    },
  };

  async function connect(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'threadline listener' });
    connection = client;
    client.on('notification', ({ payload }) => wakers.get(payload ?? '')?.forEach((wake) => wake()));
    client.on('error', () => lost(client));
    client.on('end', () => lost(client));
    try {
      await client.connect();
      await client.query(`listen ${NOTIFY_CHANNEL}`);
      for (const set of wakers.values()) set.forEach((wake) => wake());
    } catch {
      lost(client);
    }
  }

  function lost(client: pg.Client): void {
    if (isClosed || connection !== client) return;
    connection = undefined;
    client.end().catch(() => undefined);
    retry = setTimeout(() => {
      retry = undefined;
      void connect();
    }, RECONNECT_MS);
  }
}
