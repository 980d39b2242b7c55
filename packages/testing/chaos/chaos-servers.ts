import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SEARCH_ATTRIBUTE_NAMES } from '../../../protocol/search-attributes.js';
import { startServers, stopServers } from '../../../servers/index.js';
import { isAlive, type ProcessMark } from '../../../servers/process/process-mark.js';
import { stopProcess } from '../../../servers/process/stop-process.js';
import { openServerState } from '../../../servers/server-state.js';
import { startTestEnvironment, type TestEnvironment } from '../test-environment.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

type ServerName = 'temporal' | 'postgres';

export interface ChaosServers {
  readonly environment: TestEnvironment;
  readonly postgresUrl: string;
  readonly proxies: Readonly<Record<ServerName, TcpProxy>>;
  process(name: ServerName): ProcessMark;
  end(name: ServerName, signal: NodeJS.Signals): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface ChaosServersOptions {
  readonly onProgress?: ((line: string) => void) | undefined;
  readonly dynamicConfig?: Readonly<Record<string, unknown>>;
}

export async function startChaosServers(options: ChaosServersOptions = {}): Promise<ChaosServers> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'threadline-chaos-')));
  const start = () =>
    startServers({
      ...options,
      dataDir: folder,
      searchAttributes: Object.fromEntries(SEARCH_ATTRIBUTE_NAMES.map((name) => [name, 'Keyword'])),
      ui: false,
    });
  const { temporal, postgres } = await start();
  const made = await startTestEnvironment({
    temporalAddress: temporal.address,
    databaseUrl: postgres.url,
  });
  const proxies = {
    temporal: await startTcpProxy(Number(new URL(`tcp://${temporal.address}`).port)),
    postgres: await startTcpProxy(Number(new URL(postgres.url).port)),
  };
  return {
    environment: {
      ...made.environment,
      searchAttributes: SEARCH_ATTRIBUTE_NAMES,
      temporalAddress: `127.0.0.1:${proxies.temporal.port}`,
      postgresUrl: withPort(postgres.url, proxies.postgres.port),
    },
    postgresUrl: postgres.url,
    proxies,
    process: (name) => runningProcess(folder, name),
    end: (name, signal) => stopProcess(runningProcess(folder, name), [{ signal, waitMs: 10_000 }]),
    restart: async () => void (await start()),
    async stop() {
      await Promise.all([proxies.temporal.close(), proxies.postgres.close()]);
      await made.stop();
      await stopServers(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function runningProcess(folder: string, name: ServerName): ProcessMark {
  const mark = openServerState(folder).current()[name]?.process;
  if (!mark || !isAlive(mark))
    throw new Error(`The ${name} server of '${folder}' exited unexpectedly; see its log there`);
  return mark;
}

function withPort(url: string, port: number): string {
  const copy = new URL(url);
  copy.port = String(port);
  return copy.href;
}
