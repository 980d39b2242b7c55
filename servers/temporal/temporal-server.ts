import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { choosePorts, requirePort } from '../process/choose-ports.js';
import { connectTo, ensureNamespace, validateSearchAttributes } from './ensure-namespace.js';
import { findTemporalCli } from './find-temporal-cli.js';
import { joinServer, launchServer } from '../process/launch-server.js';
import { serverLogFile, type ServerStateStore, type TemporalRecord } from '../server-state.js';
import { STOP_TEMPORAL } from '../process/stop-process.js';
import { chooseUiAddress } from './ui-proxy.js';
import { countLivingUsers } from '../server-users.js';

const DATABASE_FILE = 'temporal.db';
const NAME = 'The Temporal server';
const NO_UI_PORT = 'Temporal starts without its UI: all ports that are safe for the UI are in use';

interface TemporalServerInput {
  readonly dataDir: string;
  readonly state: ServerStateStore;
  readonly cacheDir: string;
  readonly temporalCliPath?: string | undefined;
  readonly temporalCliSha256?: string | undefined;
  readonly namespace: string;
  readonly ui: boolean;
  readonly searchAttributes: Readonly<Record<string, string>>;
  readonly dynamicConfig: Readonly<Record<string, unknown>>;
  readonly persist: boolean;
  readonly keepsPort?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((line: string) => void) | undefined;
}

/** Joins a running server that responds, even if its settings differ. */
export async function ensureTemporalServer(input: TemporalServerInput): Promise<TemporalRecord> {
  validateSearchAttributes(input.searchAttributes);
  const last = input.state.current().temporal;
  const joined = await joinServer(last, {
    name: NAME,
    logFile: logFilePath(input),
    probe: (server) => probeTemporal(formatAddress(server)),
    stopSteps: STOP_TEMPORAL,
  });
  const server = joined ?? (await startTemporalServer(input, last));
  secureDatabase(input.dataDir);
  const { namespace, searchAttributes } = input;
  await ensureNamespace({ address: formatAddress(server), namespace, searchAttributes });
  return server;
}

async function startTemporalServer(
  input: TemporalServerInput,
  last: TemporalRecord | undefined,
): Promise<TemporalRecord> {
  const command = await findTemporalCli(input);
  const seed = `${input.dataDir}/temporal`;
  input.onProgress?.('Starting the Temporal server');
  return launchServer<TemporalRecord>({
    name: NAME,
    stopSteps: STOP_TEMPORAL,
    choosePorts: async (attempt) => {
      const preferred = attempt === 0 || input.keepsPort ? [last?.port, last?.uiPort] : [];
      const [port = 0, uiPort = 0] = await choosePorts({ count: 2, preferred, seed });
      if (input.keepsPort) requirePort(last?.port, port);
      const uiServer = input.ui ? await chooseUiAddress(input.dataDir) : undefined;
      if (input.ui && uiServer === undefined) input.onProgress?.(NO_UI_PORT);
      // No proxy if another one may still use the server's port.
      const hasProxy = input.keepsPort || countLivingUsers(input.dataDir) > 1;
      const proxyPort = (hasProxy ? last?.uiPort : undefined) ?? uiPort;
      return { port, uiServer, uiPort: uiServer === undefined ? undefined : proxyPort };
    },
    command: (ports) => ({
      command,
      args: temporalArguments(input, ports),
      cwd: input.dataDir,
      logFile: logFilePath(input),
    }),
    record: (mark, ports) => input.state.update({ temporal: { ...ports, process: mark } }),
    probe: (ports) => probeTemporal(formatAddress(ports)),
    signal: input.signal,
  });
}

/** Faster than the default, at which the dev server polls its queues only 20 times a second. */
const DEV_SERVER_SETTINGS = {
  // Turns off the HTTP API: we do not use it, and any web page could post to it.
  'frontend.httpAllowedHosts': [],
  'frontend.enableServerVersionCheck': false,
  'history.transferProcessorMaxPollRPS': 1_000,
};

function temporalArguments(
  input: Pick<TemporalServerInput, 'namespace' | 'searchAttributes' | 'dynamicConfig' | 'persist'>,
  { port, uiServer }: TemporalRecord,
): string[] {
  const dynamicConfig = { ...DEV_SERVER_SETTINGS, ...input.dynamicConfig };
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--log-level', 'warn'],
    ...(uiServer === undefined ? ['--headless'] : uiArguments(uiServer)),
    ...['--namespace', input.namespace],
    // A relative name, because the server uses the path in a URI, where '%' and '?' are special.
    ...(input.persist ? ['--db-filename', DATABASE_FILE] : []),
    ...Object.entries(input.searchAttributes).flatMap(([name, type]) => [
      '--search-attribute',
      `${name}=${type}`,
    ]),
    ...Object.entries(dynamicConfig).flatMap(([key, value]) => [
      '--dynamic-config-value',
      `${key}=${JSON.stringify(value)}`,
    ]),
  ];
}

/**
 * Makes Temporal's database private: it is world-readable, and SQLite copies its mode to the files beside it.
 */
function secureDatabase(dataDir: string): void {
  const file = path.join(dataDir, DATABASE_FILE);
  for (const name of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(name)) chmodSync(name, 0o600);
}

function uiArguments(uiServer: string): string[] {
  const [host = '', port = ''] = uiServer.split(':');
  return ['--ui-ip', host, '--ui-port', port];
}

export async function probeTemporal(address: string): Promise<void> {
  const connection = await connectTo(address);
  await connection.close();
}

function formatAddress({ port }: TemporalRecord): string {
  return `127.0.0.1:${port}`;
}

function logFilePath({ dataDir }: TemporalServerInput): string {
  return serverLogFile(dataDir, 'temporal');
}
