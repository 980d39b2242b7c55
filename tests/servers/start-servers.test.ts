import { Client, Connection } from '@temporalio/client';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startServers, stopServers } from '../../servers/index.js';
import { isAlive } from '../../servers/process/process-mark.js';
import {
  cleanUp,
  killHard,
  newDataDir,
  processesWorkingIn,
  query,
  serverProcesses,
  spawnUser,
} from './fixtures/harness.js';

// The first run of all fetches the Temporal server.
const TIMEOUT = { timeout: 120_000 };
afterEach(cleanUp, TIMEOUT.timeout);
afterAll(cleanUp, TIMEOUT.timeout);

describe('startServers', TIMEOUT, () => {
  test('a closed folder with a space in its path -> both servers answer and one stop ends them', async () => {
    const dataDir = newDataDir();
    const servers = await startServers({ dataDir, searchAttributes: { ConversationId: 'Keyword' } });
    expect(await query(servers.postgres.url, 'select current_database() as name')).toEqual([
      { name: 'threadline' },
    ]);
    expect(await query(servers.postgres.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect((await fetch(servers.temporal.uiUrl!)).status).toBe(200);
    expect(await searchAttributes(servers.temporal.address)).toContain('ConversationId');
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(dataDir, 'servers.json')).mode & 0o777).toBe(0o600);
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

  test('Temporal was killed -> a new one at the same address with the data', async () => {
    const dataDir = newDataDir();
    const first = await startServers({ dataDir });
    await withClient(first.temporal.address, (client) =>
      client.workflow.start('anything', { taskQueue: 'nobody', workflowId: 'kept' }),
    );
    const { temporal } = serverProcesses(dataDir);
    await killHard(temporal);
    const second = await startServers({ dataDir });
    expect(second.temporal).toEqual(first.temporal);
    const found = await withClient(second.temporal.address, (client) =>
      client.workflow.getHandle('kept').describe(),
    );
    expect(found.status.name).toBe('RUNNING');
  });

  test('two processes at once on one folder -> the same servers for both', async () => {
    const dataDir = newDataDir();
    const [one, other] = await Promise.all([spawnUser({ dataDir }), spawnUser({ dataDir })]);
    expect(one.servers).toEqual(other.servers);
    if (process.platform === 'linux') expect(processesWorkingIn(dataDir)).toHaveLength(1);
    await Promise.all([one.stop(), other.stop()]);
    if (process.platform === 'linux') expect(processesWorkingIn(dataDir)).toHaveLength(0);
  });

  test('both addresses given -> used as they are, nothing is started or created', async () => {
    const dataDir = newDataDir();
    const servers = await startServers({ dataDir, temporalAddress: 'a:1', databaseUrl: 'postgres://b/c' });
    expect(servers.temporal).toEqual({ address: 'a:1', started: false });
    expect(servers.postgres).toEqual({ url: 'postgres://b/c', started: false });
    await servers.stop();
    expect(existsSync(dataDir)).toBe(false);
  });

  test('namespace and search attributes that came later -> added to the server that runs', async () => {
    const dataDir = newDataDir();
    const { temporal } = await startServers({ dataDir });
    await startServers({ dataDir, namespace: 'later', searchAttributes: { ConversationId: 'Keyword' } });
    expect(await searchAttributes(temporal.address, 'later')).toEqual(['ConversationId']);
  });

  test('a search attribute of an unknown type -> an error naming it and the types', async () => {
    const started = startServers({ dataDir: newDataDir(), searchAttributes: { Wrong: 'Nonsense' } });
    await expect(started).rejects.toThrow(/'Wrong' has the unknown type 'Nonsense'; use one of .*Keyword/);
  });

  test('no way to a Temporal server -> one sentence with what was tried and what to do', async () => {
    const dataDir = newDataDir();
    const nowhere = { PATH: dataDir, HTTPS_PROXY: 'http://127.0.0.1:1', https_proxy: 'http://127.0.0.1:1' };
    const started = spawnUser({ dataDir, cacheDir: path.join(dataDir, 'cache') }, nowhere);
    await expect(started).rejects.toThrow(
      /^error: No Temporal server .*on the PATH.*cache folder.*official download.*python3 is not on the PATH.*TEMPORAL_ADDRESS.*TEMPORAL_CLI_PATH.*Python 3 with pip/,
    );
  });
});

describe('stopServers', TIMEOUT, () => {
  test('no such folder -> does nothing', async () => {
    const dataDir = newDataDir();
    await stopServers(dataDir);
    expect(existsSync(dataDir)).toBe(false);
  });
});

async function withClient<T>(address: string, action: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address });
  try {
    return await action(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

function searchAttributes(address: string, namespace = 'default'): Promise<string[]> {
  return withClient(address, async ({ connection }) => {
    const { operatorService } = connection as Connection;
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    return Object.keys(customAttributes ?? {});
  });
}
