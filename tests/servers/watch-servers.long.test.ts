import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startServers, watchServers, type EndedServer } from '../../servers/index.js';
import { nextPause } from '../../servers/watch-servers.js';
import { cleanUp, killHard, newDataDir, query, serverProcesses } from './fixtures/harness.js';

const TIMEOUT = { timeout: 120_000 };
afterEach(cleanUp, TIMEOUT.timeout);
afterAll(cleanUp, TIMEOUT.timeout);

describe('watchServers', TIMEOUT, () => {
  test('both servers are killed -> reported, and restarted at their addresses with their data', async () => {
    const dataDir = newDataDir();
    const servers = await startServers({ dataDir, ui: false });
    await query(servers.postgres.url, 'create table kept as select 42 as answer');
    const before = serverProcesses(dataDir);
    const heard = listen(servers);
    await Promise.all([killHard(before.temporal), killHard(before.postgres)]);
    const ended = [
      { name: 'Temporal', logFile: `${dataDir}/temporal.log` },
      { name: 'Postgres', logFile: `${dataDir}/postgres.log` },
    ];
    await expect
      .poll(() => heard.running.map(({ name }) => name).sort(), TIMEOUT)
      .toEqual(['Postgres', 'Temporal']);
    expect(heard.ended).toEqual(expect.arrayContaining(ended));
    expect(servers.findEnded()).toEqual([]);
    expect(await query(servers.postgres.url, 'select * from kept')).toEqual([{ answer: 42 }]);
    const { temporal, postgres } = await startServers({ dataDir });
    expect({ temporal, postgres }).toEqual({ temporal: servers.temporal, postgres: servers.postgres });
    expect(serverProcesses(dataDir).temporal).not.toEqual(before.temporal);
    expect(heard.error).toBeUndefined();
    await heard.stop();
  });

  test('given servers -> never ended', async () => {
    const servers = await startServers({
      dataDir: newDataDir(),
      temporalAddress: '127.0.0.1:1',
      databaseUrl: 'postgres://127.0.0.1:1/none',
    });
    expect(servers.findEnded()).toEqual([]);
  });
});

describe('nextPause', () => {
  const MINUTE = 60_000;

  test('no attempt yet -> at once; then with backoff; after five -> no more', () => {
    const attempts = [0, 1, 2, 3, 4, 5].map((count) => nextPause(Array(count).fill(MINUTE), MINUTE));
    expect(attempts).toEqual([0, 1_000, 2_000, 4_000, 8_000, undefined]);
  });
  test('five attempts, four of them a minute ago -> as after one', () => {
    expect(nextPause([0, 0, 0, 0, 1], MINUTE)).toBe(1_000);
  });
});

function listen(servers: Parameters<typeof watchServers>[0]['servers']) {
  const heard = { ended: [] as EndedServer[], running: [] as EndedServer[], error: undefined as unknown };
  const { stop } = watchServers({
    servers,
    onEnded: (ended) => heard.ended.push(...ended),
    onRunning: (ended) => heard.running.push(...ended),
    onGivenUp: (error) => (heard.error = error),
  });
  return Object.assign(heard, { stop });
}
