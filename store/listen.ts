import pg from 'pg';
import { endConnection } from './end-pool.js';
import { NOTIFY_CHANNEL } from './notify.js';

/** Tells its subscribers when rows of a Workflow change. */
export interface ChangeListener {
  /** Calls `wake` when rows of this Workflow may have changed. Returns a function that ends the subscription. */
  on(workflowId: string, wake: () => void): () => void;
  /**
   * Calls `hear` with every notice, and with undefined when some may have been missed: as it begins to listen, and after the
   * connection was lost. Returns a function that ends the subscription.
   */
  onAll(hear: (notice: string | undefined) => void): () => void;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;

/** It asks nothing, so that nothing else would notice that a network has gone without a word. */
const LISTENER_SETTINGS = {
  application_name: 'threadline listener',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
};

/**
 * Listens on one connection for all subscribers, opened with the first of them. When the connection is lost, it
 * is opened again and every subscriber is woken, so that nobody misses a change. Subscribers also poll now and
 * then: behind a transaction pooler, which drops notices, they hear later but hear everything.
 */
export function createChangeListener(databaseUrl: string): ChangeListener {
  const { wakers, hearers, tell } = createSubscribers();
  let isListening = false;
  let connection: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  return {
    on(workflowId, wake) {
      const set = wakers.get(workflowId) ?? new Set();
      wakers.set(workflowId, set.add(wake));
      begin();
      return () => {
        set.delete(wake);
        if (set.size === 0 && wakers.get(workflowId) === set) wakers.delete(workflowId);
      };
    },
    onAll(hear) {
      hearers.add(hear);
      if (isListening) hear(undefined);
      begin();
      return () => hearers.delete(hear);
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      if (connection !== undefined) await endConnection(connection).catch(() => undefined);
    },
  };

  function begin(): void {
    if (connection === undefined && retry === undefined) void connect();
  }

  async function connect(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl, ...LISTENER_SETTINGS });
    connection = client;
    client.on('notification', ({ payload = '' }) => tell(payload));
    client.on('error', () => lost(client));
    client.on('end', () => lost(client));
    try {
      await client.connect();
      await client.query(`listen ${NOTIFY_CHANNEL}`);
      isListening = true;
      tell(undefined);
    } catch {
      lost(client);
    }
  }

  function lost(client: pg.Client): void {
    if (isClosed || connection !== client) return;
    connection = undefined;
    isListening = false;
    client.end().catch(() => undefined);
    retry = setTimeout(() => {
      retry = undefined;
      void connect();
    }, RECONNECT_MS);
  }
}

/** Those who wait for changes of one Workflow, and those who hear all. */
function createSubscribers() {
  const wakers = new Map<string, Set<() => void>>();
  const hearers = new Set<(notice: string | undefined) => void>();
  return {
    wakers,
    hearers,
    /** Undefined: a notice of anything may have been missed. */
    tell(notice: string | undefined): void {
      if (notice === undefined) for (const set of wakers.values()) set.forEach((wake) => wake());
      else wakers.get(notice)?.forEach((wake) => wake());
      hearers.forEach((hear) => hear(notice));
    },
  };
}
