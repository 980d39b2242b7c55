import pg from 'pg';
import { NOTIFY_CHANNEL } from './notify.js';

/** Hears which Workflows' rows change. */
export interface ChangeListener {
  /** Calls back when rows of this Workflow may have changed; returns how to stop that. */
  on(workflowId: string, wake: () => void): () => void;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;

/**
 * Listens on one connection of its own for all its callers, from the first of them on. A lost connection is
 * made anew and everybody woken: what was missed is found by looking. Callers also look by themselves now and
 * then, so a Postgres behind a transaction pooler costs time, not events.
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
      await connection?.end().catch(() => undefined);
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
