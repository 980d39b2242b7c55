import { connectionTo, isLogged, type Config, type LogLevel } from '../../config.js';
import { findRunningServers } from '../../servers/find-running-servers.js';
import { migrate } from '../../store/migrate.js';
import { toLogLine } from '../../telemetry/log-line.js';
import { setStudioUrl } from '../../tracing/studio-url.js';
import { startWorker, type RunningWorker, type StartWorkerOptions } from '../../worker/start-worker.js';
import { CommandError } from '../program/command-error.js';
import { describeProject } from '../project/describe-project.js';
import { checkProject } from '../project/check-project.js';
import { loadProject } from '../project/load-project.js';
import { findDatabase } from '../system/find-system.js';
import { withDatabase } from '../system/open-client.js';
import { Shutdown } from '../program/shutdown.js';

export async function runWorker(
  config: Config,
  options: { migrate: boolean; provider?: string | undefined },
): Promise<void> {
  const log = (message: string, level: LogLevel = 'INFO'): void => {
    if (isLogged(level, config.logLevel)) writeLog(toLogLine({ level, message }, false));
  };
  setStudioUrl(config.studioUrl);
  const databaseUrl = findDatabase(config);
  const temporalAddress = config.temporalAddress ?? findRunningServers(config.dataDir).temporalAddress;
  for (const warning of config.warnings) log(warning, 'WARN');
  const shutdown = new Shutdown();
  const loaded = await loadProject({ folder: process.cwd(), model: config.model });
  await checkProject(loaded, config);
  for (const [name, value] of describeProject(loaded)) log(`${name}: ${value.replaceAll('\n', ' ')}`);
  if (options.migrate) {
    const { applied } = await withDatabase(databaseUrl, migrate);
    log(applied.length === 0 ? 'The database is up to date' : `Migrated the database: ${applied.join(', ')}`);
  }
  const worker = await start({
    temporal: connectionTo(config, temporalAddress),
    namespace: config.namespace,
    taskQueue: config.taskQueue,
    deployment: config.deployment ?? loaded.project.deployment,
    databaseUrl,
    publish: config.publish,
    searchAttributes: config.searchAttributes,
    project: loaded.project,
    models: config.model,
    embeddingModel: config.embeddingModel,
    databaseConnections: config.databaseConnections,
    trajectoryFolder: config.trajectoryFolder,
    encryption: config.encryption,
    context: config.context,
    tuning: config.tuning,
    provider: options.provider,
    httpAddress: config.httpAddress,
    logLevel: config.logLevel,
    writeLog,
  });
  const { taskQueue } =
    options.provider === undefined
      ? config
      : { taskQueue: loaded.project.providers?.[options.provider]?.taskQueue };
  log(`Listening on Task Queue '${taskQueue}'; health and metrics at ${worker.httpUrl}`);
  const stop = (): void => {
    log(`Stopping on ${String(shutdown.signal.reason)}`);
    // If stopping fails, `finished` rejects, too.
    worker.stop().catch(() => undefined);
  };
  shutdown.signal.addEventListener('abort', stop);
  if (shutdown.signal.aborted) stop();
  await worker.finished;
  log('Stopped');
}

async function start(options: StartWorkerOptions): Promise<RunningWorker> {
  try {
    return await startWorker(options);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TransportError') throw error;
    const address = options.temporal.address ?? '127.0.0.1:7233';
    throw new CommandError(`Temporal cannot be reached at '${address}': start it, or set TEMPORAL_ADDRESS`, {
      cause: error,
    });
  }
}

function writeLog(line: string): void {
  process.stdout.write(`${line}\n`);
}
