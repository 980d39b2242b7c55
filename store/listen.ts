import pg from 'pg';
import { endConnection } from './end-pool.js';
import { deltaChannel, NOTIFY_CHANNEL } from './notify.js';

export interface ChangeListener {
  on(workflowId: string, wake: () => void): () => void;
  /** Undefined at the start and after a reconnect, when notices may have been lost. */
  onAll(onNotice: (notice: string | undefined) => void): () => void;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;

/** The listener sends nothing, so only TCP keepalives detect a dead network. */
const LISTENER_SETTINGS = {
  application_name: 'threadline listener',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
};

/** Notices may be lost, so subscribers must also poll. */
export function createChangeListener(databaseUrl: string): ChangeListener {
  const subscribers = createSubscribers();
  const listeners = new Set<(notice: string | undefined) => void>();
  const connection = createListenConnection(databaseUrl, {
    channels: () => [NOTIFY_CHANNEL, ...subscribers.channels()],
    onListening() {
      subscribers.wakeAll();
      for (const onNotice of listeners) onNotice(undefined);
    },
    onNotice(channel, notice) {
      subscribers.wake(notice);
      if (channel === NOTIFY_CHANNEL) for (const onNotice of listeners) onNotice(notice);
    },
  });
  return {
    on(workflowId, wake) {
      subscribers.add(workflowId, wake);
      connection.begin();
      return () => {
        subscribers.remove(workflowId, wake);
        connection.update();
      };
    },
    onAll(onNotice) {
      listeners.add(onNotice);
      if (connection.isListening()) onNotice(undefined);
      connection.begin();
      return () => listeners.delete(onNotice);
    },
    close: () => connection.close(),
  };
}

interface ListenHandlers {
  channels(): readonly string[];
  /** Also called after each reconnect. */
  onListening(): void;
  onNotice(channel: string, notice: string): void;
}

interface OpenConnection {
  client: pg.Client;
  channels: ReadonlySet<string>;
  isBusy: boolean;
}

function createListenConnection(databaseUrl: string, handlers: ListenHandlers) {
  let open: OpenConnection | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  const update = (): void => {
    const current = open;
    if (current && !current.isBusy && !isClosed) listen(current).catch(() => lost(current));
  };
  return {
    begin(): void {
      if (!open && !retry) void connect();
      update();
    },
    update,
    isListening: () => open?.channels.has(NOTIFY_CHANNEL) === true,
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(retry);
      if (open) await endConnection(open.client).catch(() => undefined);
    },
  };

  async function connect(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl, ...LISTENER_SETTINGS });
    const current: OpenConnection = { client, channels: new Set(), isBusy: true };
    open = current;
    client.on('notification', ({ channel, payload = '' }) => handlers.onNotice(channel, payload));
    client.on('error', () => lost(current));
    client.on('end', () => lost(current));
    try {
      await client.connect();
      await listen(current);
      handlers.onListening();
    } catch {
      lost(current);
    }
  }

  /** One query at a time, because pg 9 rejects concurrent queries on a connection. */
  async function listen(current: OpenConnection): Promise<void> {
    current.isBusy = true;
    for (;;) {
      const wanted = new Set(handlers.channels());
      const statements = [
        ...[...wanted].filter((name) => !current.channels.has(name)).map((name) => `listen ${name}`),
        ...[...current.channels].filter((name) => !wanted.has(name)).map((name) => `unlisten ${name}`),
      ];
      if (statements.length === 0) break;
      await current.client.query(statements.join(';'));
      current.channels = wanted;
    }
    current.isBusy = false;
  }

  function lost(current: OpenConnection): void {
    if (isClosed || open !== current) return;
    open = undefined;
    current.client.end().catch(() => undefined);
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
    add(workflowId: string, wake: () => void): void {
      const channel = deltaChannel(workflowId);
      const wakers: Wakers = channels.get(channel) ?? new Map<string, Set<() => void>>();
      channels.set(channel, wakers.set(workflowId, (wakers.get(workflowId) ?? new Set()).add(wake)));
    },
    remove(workflowId: string, wake: () => void): void {
      const channel = deltaChannel(workflowId);
      const wakers = channels.get(channel);
      const set = wakers?.get(workflowId);
      set?.delete(wake);
      if (set?.size === 0) wakers?.delete(workflowId);
      if (wakers?.size === 0) channels.delete(channel);
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
