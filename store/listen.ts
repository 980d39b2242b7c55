import pg from 'pg';
import { endConnection } from './end-pool.js';
import { deltaChannel, NOTIFY_CHANNEL } from './notify.js';

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

/** Subscribers must also poll: a transaction pooler drops notices, and some are sent before Postgres listens. */
export function createChangeListener(databaseUrl: string): ChangeListener {
  const subscribers = createSubscribers();
  const hearers = new Set<(notice: string | undefined) => void>();
  let isListening = false;
  const connection = createListenConnection(databaseUrl, {
    channels: () => [NOTIFY_CHANNEL, ...subscribers.channels()],
    onListening() {
      isListening = true;
      subscribers.wakeAll();
      for (const hear of hearers) hear(undefined);
    },
    onLost() {
      isListening = false;
    },
    onNotice(channel, notice) {
      subscribers.wake(notice);
      if (channel === NOTIFY_CHANNEL) for (const hear of hearers) hear(notice);
    },
  });
  return {
    on(workflowId, wake) {
      const channel = deltaChannel(workflowId);
      if (subscribers.add(channel, workflowId, wake)) connection.send(`listen ${channel}`);
      connection.begin();
      return () => {
        if (subscribers.remove(channel, workflowId, wake)) connection.send(`unlisten ${channel}`);
      };
    },
    onAll(hear) {
      hearers.add(hear);
      if (isListening) hear(undefined);
      connection.begin();
      return () => hearers.delete(hear);
    },
    close: () => connection.close(),
  };
}

interface ListenHandlers {
  channels(): string[];
  onListening(): void;
  onLost(): void;
  onNotice(channel: string, notice: string): void;
}

function createListenConnection(databaseUrl: string, handlers: ListenHandlers) {
  let connection: pg.Client | undefined;
  let isConnected = false;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  return {
    begin(): void {
      if (!connection && !retry) void connect();
    },
    /** Does nothing before `connect`, which listens to all channels. */
    send(statement: string): void {
      const client = connection;
      if (client && isConnected && !isClosed) client.query(statement).catch(() => lost(client));
    },
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(retry);
      if (connection) await endConnection(connection).catch(() => undefined);
    },
  };

  async function connect(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl, ...LISTENER_SETTINGS });
    connection = client;
    client.on('notification', ({ channel, payload = '' }) => handlers.onNotice(channel, payload));
    client.on('error', () => lost(client));
    client.on('end', () => lost(client));
    try {
      await client.connect();
      isConnected = true;
      await client.query(
        handlers
          .channels()
          .map((channel) => `listen ${channel}`)
          .join(';'),
      );
      handlers.onListening();
    } catch {
      lost(client);
    }
  }

  function lost(client: pg.Client): void {
    if (isClosed || connection !== client) return;
    connection = undefined;
    isConnected = false;
    handlers.onLost();
    client.end().catch(() => undefined);
    retry = setTimeout(() => {
      retry = undefined;
      void connect();
    }, RECONNECT_MS);
  }
}

type Wakers = Map<string, Set<() => void>>;

function createSubscribers() {
  const channels = new Map<string, Wakers>();
  return {
    channels: () => [...channels.keys()],
    /** Returns whether it is the first of the channel. */
    add(channel: string, workflowId: string, wake: () => void): boolean {
      const isFirst = !channels.has(channel);
      const wakers: Wakers = channels.get(channel) ?? new Map<string, Set<() => void>>();
      channels.set(channel, wakers.set(workflowId, (wakers.get(workflowId) ?? new Set()).add(wake)));
      return isFirst;
    },
    /** Returns whether it was the last of the channel. */
    remove(channel: string, workflowId: string, wake: () => void): boolean {
      const wakers = channels.get(channel);
      const set = wakers?.get(workflowId);
      if (!set?.delete(wake)) return false;
      if (set.size === 0) wakers?.delete(workflowId);
      return wakers?.size === 0 && channels.delete(channel);
    },
    wake(workflowId: string): void {
      channels
        .get(deltaChannel(workflowId))
        ?.get(workflowId)
        ?.forEach((wake) => wake());
    },
    wakeAll(): void {
      for (const wakers of channels.values())
        for (const set of wakers.values()) set.forEach((wake) => wake());
    },
  };
}
