import pg from 'pg';
import { endConnection } from './end-pool.js';
import { NOTIFY_CHANNEL } from './notify.js';

export interface ChangeListener {
  on(workflowId: string, wake: () => void): () => void;
  /** Undefined at the start and after a reconnect: notices may be lost. */
  onAll(hear: (notice: string | undefined) => void): () => void;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;

/** Only keepalives notice a dead network, because the listener sends nothing. */
const LISTENER_SETTINGS = {
  application_name: 'threadline listener',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
};

/** Subscribers must also poll: a transaction pooler drops notices. */
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
      if (connection) await endConnection(connection).catch(() => undefined);
    },
  };

  function begin(): void {
    if (!connection && !retry) void connect();
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

function createSubscribers() {
  const wakers = new Map<string, Set<() => void>>();
  const hearers = new Set<(notice: string | undefined) => void>();
  return {
    wakers,
    hearers,
    tell(notice: string | undefined): void {
      if (notice === undefined) for (const set of wakers.values()) set.forEach((wake) => wake());
      else wakers.get(notice)?.forEach((wake) => wake());
      hearers.forEach((hear) => hear(notice));
    },
  };
}
