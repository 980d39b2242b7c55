import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startServers, stopServers } from '../../servers/index.js';
import { isPortFree } from '../../servers/process/choose-ports.js';
import { isAlive } from '../../servers/process/process-mark.js';
import { openServerState } from '../../servers/server-state.js';
import {
  cleanUp,
  killHard,
  newDataDir,
  processesWorkingIn,
  query,
  serverProcesses,
  spawnScript,
  spawnUser,
} from './fixtures/harness.js';
import { searchAttributes, withClient } from './fixtures/temporal-client.js';

const TIMEOUT = { timeout: 120_000 };
afterEach(cleanUp, TIMEOUT.timeout);
afterAll(cleanUp, TIMEOUT.timeout);

describe('startServers', TIMEOUT, () => {
  test('the starter was killed -> the next start joins, and its stop does not wait for the killed one', async () => {
    const dataDir = newDataDir();
    const starter = await spawnUser({ dataDir });
    const before = serverProcesses(dataDir);
    await starter.kill();
    const next = await startServers({ dataDir });
    expect(serverProcesses(dataDir)).toEqual(before);
    expect({ temporal: next.temporal, postgres: next.postgres }).toEqual(starter.servers);
    await next.stop();
    expect([isAlive(before.temporal!), isAlive(before.postgres!)]).toEqual([false, false]);
  });

  test('the starter was killed while starting -> one server per data folder, the same ones', async () => {
    const dataDir = newDataDir();
    const starter = spawnScript({ dataDir });
    while (!existsSync(dataDir) || serverProcesses(dataDir).temporal === undefined) await delay(2);
    starter.kill('SIGKILL');
    const { temporal } = serverProcesses(dataDir);
    await startServers({ dataDir });
    expect(serverProcesses(dataDir).temporal).toEqual(temporal);
    if (process.platform === 'linux') expect(processesWorkingIn(dataDir)).toEqual([temporal!.pid]);
  });

  test('nothing is recorded but Postgres runs -> it is stopped for the new one', async () => {
    const dataDir = newDataDir();
    await startServers({ dataDir, temporalAddress: '127.0.0.1:1' });
    const { postgres } = serverProcesses(dataDir);
    openServerState(dataDir).update({ postgres: undefined });
    const second = await startServers({ dataDir, temporalAddress: '127.0.0.1:1' });
    expect(isAlive(postgres!)).toBe(false);
    expect(await query(second.postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('two folders at once -> different ports', async () => {
    const [one, other] = await Promise.all([
      startServers({ dataDir: newDataDir(), persist: false }),
      startServers({ dataDir: newDataDir(), persist: false, ui: false }),
    ]);
    expect(one.temporal.address).not.toBe(other.temporal.address);
    expect(one.postgres.url).not.toBe(other.postgres.url);
    expect(other.temporal.uiUrl).toBeUndefined();
    expect(await query(one.postgres.url, 'show fsync')).toEqual([{ fsync: 'off' }]);
  });

  test('the previous port is taken -> another one', async () => {
    const dataDir = newDataDir();
    const options = { dataDir, temporalAddress: '127.0.0.1:1' };
    const first = await startServers(options);
    await first.stop();
    const port = Number(new URL(first.postgres.url).port);
    const squatter = createServer().listen({ host: '127.0.0.1', port });
    const second = await startServers(options);
    squatter.close();
    expect(new URL(second.postgres.url).port).not.toBe(String(port));
    expect(await query(second.postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('persist false -> nothing of Postgres is left after the stop', async () => {
    const dataDir = newDataDir();
    const servers = await startServers({ dataDir, persist: false, temporalAddress: '127.0.0.1:1' });
    const { folder } = openServerState(dataDir).current().postgres!;
    expect(existsSync(folder)).toBe(true);
    await servers.stop();
    expect(existsSync(folder)).toBe(false);
  });

  test('a server that does not start -> its last output, and nothing is left running', async () => {
    const dataDir = newDataDir();
    mkdirSync(dataDir);
    writeFileSync(path.join(dataDir, 'temporal.db'), 'anything but a database');
    const started = startServers({ dataDir });
    await expect(started).rejects.toThrow(
      /Temporal server ended before it was ready; its log .*not a database/s,
    );
    expect(serverProcesses(dataDir)).toEqual({ temporal: undefined, postgres: undefined });
    expect(await isPortFree(openServerState(dataDir).current().postgres!.port)).toBe(true);
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

  test('a namespace and search attributes added later -> added to the running server', async () => {
    const dataDir = newDataDir();
    const { temporal } = await startServers({ dataDir });
    await startServers({ dataDir, namespace: 'later', searchAttributes: { ConversationId: 'Keyword' } });
    expect(await searchAttributes(temporal.address, 'later')).toEqual(['ConversationId']);
  });

  test('no way to a Temporal server -> one sentence with what was tried and the remedy', async () => {
    const dataDir = newDataDir();
    const nowhere = { PATH: dataDir, HTTPS_PROXY: 'http://127.0.0.1:1', https_proxy: 'http://127.0.0.1:1' };
    const started = spawnUser({ dataDir, cacheDir: path.join(dataDir, 'cache') }, nowhere);
    await expect(started).rejects.toThrow(
      /^error: No Temporal server .*on the PATH.*cache folder.*official download.*python3 is not on the PATH.*TEMPORAL_ADDRESS.*TEMPORAL_CLI_PATH.*Python 3 with pip/,
    );
  });
});

describe('stopServers', TIMEOUT, () => {
  test('another process uses the servers -> they still end', async () => {
    const dataDir = newDataDir();
    await spawnUser({ dataDir });
    const { temporal, postgres } = serverProcesses(dataDir);
    await stopServers(dataDir);
    expect([isAlive(temporal!), isAlive(postgres!)]).toEqual([false, false]);
  });
});
