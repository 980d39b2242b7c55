import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from '../../../store/database.js';
import { createChangeListener } from '../../../store/listen.js';
import { deltaChannel, NOTIFY_CHANNEL } from '../../../store/notify.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';
import { startFreezableProxy, type FreezableProxy } from '../fixtures/freezable-proxy.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase(inject('environment'));
  db = openDatabase({ url: database.url, applicationName: 'listen test', maxConnections: 1 });
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

describe('createChangeListener', () => {
  test('Postgres hangs while it listens -> close ends', async () => {
    const { front, listener } = await listenThroughFront();
    await new Promise<void>((resolve) => listener.on('some-workflow', resolve));
    front.freeze();
    await listener.close();
    front.close();
  });

  test('deltas of a subscribed Workflow, also after the connection was lost -> wake it', async () => {
    const { front, listener } = await listenThroughFront();
    let woken = 0;
    listener.on('chat', () => (woken += 1));
    for (const connection of [1, 2]) {
      await expect.poll(async () => (await notify('chat'), woken)).toBeGreaterThan(connection);
      front.cut();
      woken = 0;
    }
    await listener.close();
    front.close();
  });

  test('deltas on the channel of everything, as a worker of the release before sends them -> wake the subscriber', async () => {
    const listener = createChangeListener(database.url);
    let woken = 0;
    await new Promise<void>((resolve) => listener.onAll(() => resolve()));
    listener.on('chat', () => (woken += 1));
    await notifyAll('other');
    await notifyAll('chat');
    await expect.poll(() => woken).toBe(1);
    await listener.close();
  });

  test('one of two Workflows of a channel is left, then the other, then it is subscribed again -> each subscriber is woken', async () => {
    const listener = createChangeListener(database.url);
    const [first, second] = namesOfOneChannel();
    const woken = new Set<string>();
    const subscribe = (id: string) => listener.on(id, () => woken.add(id));
    await new Promise<void>((resolve) => listener.onAll(() => resolve()));
    const [stopFirst, stopSecond] = [subscribe(first), subscribe(second)];
    stopFirst();
    await expect.poll(async () => (await notify(first, second), [...woken])).toEqual([second]);
    stopSecond();
    subscribe(first);
    await expect.poll(async () => (await notify(first, second), [...woken])).toEqual([second, first]);
    await listener.close();
  });

  test('many subscribe and leave at once -> pg warns of no query beside another one, and the last is woken', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => warnings.push(message);
    process.on('warning', note);
    const listener = createChangeListener(database.url);
    await new Promise<void>((resolve) => listener.onAll(() => resolve()));
    const names = namesByChannel();
    const last = names.pop()!;
    let woken = 0;
    const stops = names.map((name) => listener.on(name, () => undefined));
    listener.on(last, () => (woken += 1));
    for (const stop of stops) stop();
    await expect.poll(async () => (await notify(last), woken)).toBeGreaterThan(0);
    await listener.close();
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  test('deltas of Workflows of other channels, and of one without a subscriber by now -> do not reach it', async () => {
    const { front, listener } = await listenThroughFront();
    const [chat, neighbor, ...others] = namesByChannel();
    const heard: unknown[] = [];
    listener.onAll((notice) => heard.push(notice));
    const stop = listener.on(chat!, () => undefined);
    const stopNeighbor = listener.on(neighbor!, () => undefined);
    await expect.poll(async () => (await notify(chat!), front.count(chat!))).toBeGreaterThan(0);
    await notify(...others);
    stop();
    await notifyAll('a turn began');
    await expect.poll(() => heard).toContain('a turn began');
    await expect.poll(() => countOf(front, chat!, neighbor!)).toBe(0);
    await notify(...others);
    await countOf(front, chat!, neighbor!);
    expect(others.map(front.count)).toEqual(others.map(() => 0));
    expect(heard).toEqual([undefined, 'a turn began']);
    stopNeighbor();
    await listener.close();
    front.close();
  });
});

async function listenThroughFront() {
  const url = new URL(database.url);
  const front = await startFreezableProxy(Number(url.port));
  url.port = String(front.port);
  return { front, listener: createChangeListener(url.href) };
}

async function countOf(front: FreezableProxy, workflowId: string, next: string): Promise<number> {
  const before = front.count(workflowId);
  const beforeNext = front.count(next);
  await notify(workflowId, next);
  await expect.poll(() => front.count(next)).toBeGreaterThan(beforeNext);
  return front.count(workflowId) - before;
}

async function notify(...workflowIds: string[]): Promise<void> {
  for (const id of workflowIds) await sql`select pg_notify(${deltaChannel(id)}, ${id})`.execute(db);
}

async function notifyAll(notice: string): Promise<void> {
  await sql`select pg_notify(${NOTIFY_CHANNEL}, ${notice})`.execute(db);
}

function namesOfOneChannel(): [string, string] {
  const first = 'chat-0.';
  for (let nth = 1; ; nth += 1)
    if (deltaChannel(`chat-${nth}.`) === deltaChannel(first)) return [first, `chat-${nth}.`];
}

function namesByChannel(): string[] {
  const names = new Map<string, string>();
  for (let nth = 0; names.size < 10; nth += 1) names.set(deltaChannel(`chat-${nth}.`), `chat-${nth}.`);
  return [...names.values()];
}
