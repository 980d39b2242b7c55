import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startServers, stopServers } from '../../servers/index.js';
import { isAlive } from '../../servers/process/process-mark.js';
import { cleanUp, killHard, newDataDir, query, serverProcesses, spawnUser } from './fixtures/harness.js';
import { searchAttributes } from './fixtures/temporal-client.js';

const TIMEOUT = { timeout: 120_000 };
afterEach(cleanUp, TIMEOUT.timeout);
afterAll(cleanUp, TIMEOUT.timeout);

describe('startServers', TIMEOUT, () => {
  test('a closed folder with a space in its path -> both servers answer and one stop ends them', async () => {
    const dataDir = newDataDir();
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    const servers = await startServers({ dataDir, searchAttributes: { ConversationId: 'Keyword' } });
    expect(await query(servers.postgres.url, 'select current_database() as name')).toEqual([
      { name: 'threadline' },
    ]);
    expect(await query(servers.postgres.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect((await fetch(servers.temporal.uiUrl!)).status).toBe(200);
    expect(await searchAttributes(servers.temporal.address)).toContain('ConversationId');
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const files = readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toContain('temporal.db');
    for (const { name } of files)
      expect([name, statSync(path.join(dataDir, name)).mode & 0o777]).toEqual([name, 0o600]);
    const { temporal, postgres } = serverProcesses(dataDir);
    await servers.stop();
    await servers.stop();
    expect([isAlive(temporal!), isAlive(postgres!)]).toEqual([false, false]);
    expect(readdirSync(path.join(dataDir, 'users'))).toEqual([]);
  });

  test('a second process -> joins, and only the last stop ends the servers', async () => {
    const dataDir = newDataDir();
    const first = await spawnUser({ dataDir });
    const second = await startServers({
      dataDir,
      namespace: 'other',
      dynamicConfig: { 'limit.blobSize.warn': 1 },
    });
    expect({ temporal: second.temporal, postgres: second.postgres }).toEqual(first.servers);
    const { temporal, postgres } = serverProcesses(dataDir);
    await first.stop();
    expect([isAlive(temporal!), isAlive(postgres!)]).toEqual([true, true]);
    await second.stop();
    expect([isAlive(temporal!), isAlive(postgres!)]).toEqual([false, false]);
  });

  test('Postgres was killed -> a new one on the same port with the data, the same Temporal', async () => {
    const dataDir = newDataDir();
    const first = await startServers({ dataDir });
    await query(first.postgres.url, 'create table kept as select 42 as answer');
    const before = serverProcesses(dataDir);
    await killHard(before.postgres);
    const second = await startServers({ dataDir });
    expect(await query(second.postgres.url, 'select * from kept')).toEqual([{ answer: 42 }]);
    expect(second.postgres.url).toBe(first.postgres.url);
    expect(serverProcesses(dataDir).temporal).toEqual(before.temporal);
    expect(serverProcesses(dataDir).postgres).not.toEqual(before.postgres);
  });

  test('both addresses given -> used unchanged, nothing is started or created', async () => {
    const dataDir = newDataDir();
    const servers = await startServers({ dataDir, temporalAddress: 'a:1', databaseUrl: 'postgres://b/c' });
    expect(servers.temporal).toEqual({ address: 'a:1', started: false });
    expect(servers.postgres).toEqual({ url: 'postgres://b/c', started: false });
    await servers.stop();
    expect(existsSync(dataDir)).toBe(false);
  });

  test('a search attribute of an unknown type -> an error naming it and the types', async () => {
    const started = startServers({ dataDir: newDataDir(), searchAttributes: { Wrong: 'Nonsense' } });
    await expect(started).rejects.toThrow(/'Wrong' has the unknown type 'Nonsense'; use one of .*Keyword/);
  });
});

describe('started servers', TIMEOUT, () => {
  test.runIf(process.platform === 'linux')(
    'model keys in our environment -> not in theirs; they listen on loopback addresses, and the HTTP API refuses every host',
    async () => {
      process.env.OPENAI_API_KEY = 'a-key-of-a-model';
      const dataDir = newDataDir();
      const servers = await startServers({ dataDir, ui: false });
      delete process.env.OPENAI_API_KEY;
      const { temporal, postgres } = serverProcesses(dataDir);
      for (const server of [temporal!, postgres!]) {
        const environment = readFileSync(`/proc/${server.pid}/environ`, 'utf8');
        expect(environment).toContain('PATH=');
        expect(environment).not.toContain('a-key-of-a-model');
      }
      for (const server of [temporal!, postgres!])
        for (const { address } of listeners(server.pid)) expect(address).toMatch(LOOPBACK);
      const statuses = await Promise.all(
        listeners(temporal!.pid).map(({ port }) =>
          fetch(`http://127.0.0.1:${port}/api/v1/namespaces`).then(
            (response) => response.status,
            () => 'no HTTP',
          ),
        ),
      );
      expect(statuses).toContain(403);
      expect(statuses).not.toContain(200);
      await servers.stop();
    },
  );
});

const LOOPBACK = /^(?:[0-9A-F]{6}7F|0{24}01000000|0{16}FFFF0000[0-9A-F]{6}7F)$/;

function listeners(pid: number): { address: string; port: number }[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${name}`).match(/^socket:\[(\d+)\]$/)?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A' && sockets.has(fields[9] ?? ''))
      .map((fields) => (fields[1] ?? '').split(':'))
      .map(([address = '', port = '']) => ({ address, port: parseInt(port, 16) })),
  );
}

describe('stopServers', TIMEOUT, () => {
  test('the folder does not exist -> no effect', async () => {
    const dataDir = newDataDir();
    await stopServers(dataDir);
    expect(existsSync(dataDir)).toBe(false);
  });
});
