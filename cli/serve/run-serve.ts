import { errorMessage } from '../../protocol/error-message.js';
import { once } from 'node:events';
import { connect } from '../../client/connect.js';
import { isLogged, type Config, type LogLevel } from '../../config.js';
import { createGateway } from '../../packages/gateway/create-gateway.js';
import type { GatewaySettings } from '../../packages/gateway/gateway-settings.js';
import { serveGateway, type RunningGateway } from '../../packages/gateway/serve-gateway.js';
import { serveStudio } from '../../packages/gateway/studio/serve-studio.js';
import { toLogLine } from '../../telemetry/log-line.js';
import { isLoopback } from '../../protocol/is-loopback.js';
import type { Output } from '../format/output.js';
import { workflowsPage } from './describe-start.js';
import { usageError } from '../program/command-error.js';
import { Shutdown } from '../program/shutdown.js';
import { portError } from '../system/port-error.js';
import { findProjectFile, loadProject } from '../project/load-project.js';
import { whyNoNotices } from '../system/check-notices.js';
import { findSystem } from '../system/find-system.js';
import { withDatabase } from '../system/open-client.js';
import { requireMigrations } from '../../store/migrate.js';
import { isConnectionError } from '../../store/is-connection-error.js';
import { localAccess, type Access } from './local-access.js';
import { logRequest } from './log-request.js';
import { DEFAULT_PORT } from './start-local-gateway.js';
import { renderMetrics } from '../../telemetry/metrics/metric-registry.js';
import { startHttpServer } from '../../worker/http-server.js';

const DEFAULT_HOST = '127.0.0.1';

interface ServeInput {
  config: Config;
  host: string | undefined;
  port: number | undefined;
  output: Output;
}

export async function runServe({ config, output, ...options }: ServeInput): Promise<void> {
  const folder = process.cwd();
  const loaded = findProjectFile(folder) && (await loadProject({ folder, model: config.model }));
  const project = loaded ? loaded.project : undefined;
  const settings: GatewaySettings = project?.gateway ?? {};
  const host = options.host ?? settings.host ?? DEFAULT_HOST;
  if (!settings.authenticate && !isLoopback(host))
    throw usageError(
      `Other machines can reach '${host}', and there is only one key: set 'gateway.authenticate' in threadline.config, for example to apiKeys() of 'threadline/server', or omit the host`,
    );
  const system = findSystem(config);
  const access = findAccess(settings, config);
  const shutdown = new Shutdown();
  const { logLevel } = config;
  const write = (line: string): void => output.note(line);
  const note = (level: LogLevel, message: string): void => {
    if (isLogged(level, logLevel)) write(toLogLine({ level, message }, false));
  };
  const encryption = config.encryption ?? project?.encryption;
  await withDatabase(system.databaseUrl, requireMigrations).catch((error: unknown) => {
    // During an outage, /readyz returns 503 instead.
    if (!isConnectionError(error)) throw error;
  });
  const client = await connect({
    temporal: system.temporal,
    namespace: config.namespace,
    databaseUrl: system.databaseUrl,
    taskQueue: config.taskQueue,
    trajectoryFolder: project?.trajectoryFolder ?? config.trajectoryFolder,
    encryption,
    temporalClient: project?.temporal?.client,
  });
  try {
    const gateway = createGateway({
      client,
      authenticate: access.authenticate,
      origins: settings.origins ?? [],
      // Without `authenticate`, serves only this machine. With it, a proxy may use any name.
      hosts: settings.hosts ?? (settings.authenticate ? undefined : []),
      limits: settings.limits ?? {},
      temporalUi: settings.temporalUi ?? findWorkflowsPage(system, config),
      alertRules: settings.alertRules,
      shareDays: settings.shareDays,
      studio: serveStudio,
      log: (facts) => logRequest(facts, { logLevel, hidesErrors: encryption !== undefined, write }),
    });
    const port = options.port ?? settings.port ?? DEFAULT_PORT;
    const { addressHeader, limits } = settings;
    const running = await listen(gateway, { host, port, addressHeader, limits });
    const closeMetrics = await serveMetrics(config, note);
    const { url } = running;
    output.result({ url }, () => describeStart(url, access));
    void warnOfLostNotices(system.databaseUrl, { config, note });
    if (!shutdown.signal.aborted) await once(shutdown.signal, 'abort');
    await running.close();
    await closeMetrics();
  } finally {
    await client.close();
    shutdown.dispose();
  }
}

function findWorkflowsPage({ uiUrl }: { uiUrl: string | undefined }, config: Config): string | undefined {
  return uiUrl === undefined ? undefined : workflowsPage({ uiUrl, namespace: config.namespace });
}

function findAccess({ authenticate }: GatewaySettings, config: Config): Access {
  if (!authenticate) return localAccess(config);
  return { authenticate, studioAt: (url) => `${url}/studio/` };
}

function describeStart(url: string, { studioAt }: Access): string {
  const place = `Serving at ${url}, routes at ${url}/api/docs`;
  if (process.stdout.isTTY) return `${place}\nStudio: ${studioAt(url)}`;
  // Without the key, which a log must not contain.
  return toLogLine({ level: 'INFO', message: `${place}, studio at ${url}/studio/` }, false);
}

async function listen(
  gateway: Parameters<typeof serveGateway>[0],
  address: Parameters<typeof serveGateway>[1],
): Promise<RunningGateway> {
  try {
    return await serveGateway(gateway, address);
  } catch (error) {
    throw portError(error, address);
  }
}

/** Warns that streams are slower without notifications. */
async function warnOfLostNotices(
  databaseUrl: string,
  { config, note }: { config: Config; note: (level: 'WARN', message: string) => void },
): Promise<void> {
  const why = await whyNoNotices(databaseUrl, config.listenUrl);
  if (why)
    note(
      'WARN',
      `Streams lag by a second: ${why}. Set THREADLINE_LISTEN_URL to a direct address of Postgres`,
    );
}

/** A machine may run two gateways, so only warns if the port is in use. Returns a close function. */
async function serveMetrics(
  { metricsAddress: address }: Pick<Config, 'metricsAddress'>,
  note: (level: 'INFO' | 'WARN', message: string) => void,
): Promise<() => Promise<void>> {
  try {
    const server = await startHttpServer({
      address,
      variable: 'THREADLINE_METRICS_ADDRESS',
      readMetrics: renderMetrics,
      whyNotReady: () => Promise.resolve(undefined),
    });
    note('INFO', `Metrics at ${server.url}/metrics`);
    return () => server.close();
  } catch (error) {
    note('WARN', `No metrics are served: ${errorMessage(error)}`);
    return () => Promise.resolve();
  }
}
