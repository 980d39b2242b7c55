import { Client } from '@temporalio/client';
import {
  DefaultLogger,
  NativeConnection,
  type NativeConnectionOptions,
  type Worker,
} from '@temporalio/worker';
import { sql } from 'kysely';
import { DEFAULT_TIMING } from '../activities/dependencies.js';
import type { LogLevel } from '../config.js';
import { clientDataConverter } from '../temporal/encryption/client-data-converter.js';
import { errorMessage } from '../protocol/error-message.js';
import { nameError } from '../protocol/name-error.js';
import type { Database } from '../store/database.js';
import { metrics, renderMetrics } from '../telemetry/metrics/metric-registry.js';
import { composeClientOptions, type TeamWorkerOptions } from '../temporal/team-options.js';
import { checkDeployment, type WorkerDeployment } from '../temporal/worker-deployment.js';
import { findWorkflowBundle } from './find-workflow-bundle.js';
import { createClosers, type Closers } from './closers.js';
import { createProviderWorkers, createWorker, type CreateWorkerOptions } from './create-worker.js';
import { startHttpServer } from './http-server.js';
import { installRuntime } from './install-runtime.js';
import { createNote, type Note } from './create-note.js';
import { announceProject, openProject, type OpenProjectOptions } from './open-project.js';
import type { PublishMode } from './publish-flows.js';
import { registerSearchAttributes } from './register-search-attributes.js';
import type { WorkerTuning } from './tune-worker.js';
import { watchFailures } from './watch-failures.js';
import { startUpkeep } from './start-upkeep.js';
import { watchSlots } from './watch-slots.js';

export interface StartWorkerOptions extends OpenProjectOptions {
  temporal: NativeConnectionOptions;
  namespace: string;
  deployment?: WorkerDeployment | undefined;
  workflows?: Pick<CreateWorkerOptions, 'workflowBundle' | 'heldPatches'>;
  searchAttributes?: 'register' | 'assume';
  publish?: PublishMode | undefined;
  tuning: WorkerTuning;
  /** Serves only this provider's Task Queue. */
  provider?: string | undefined;
  httpAddress: string;
  logLevel: LogLevel;
  writeLog: (line: string) => void;
  /** For running Activities after `stop`. Default: 20,000. */
  shutdownGraceMs?: number;
}

export interface RunningWorker {
  httpUrl: string;
  finished: Promise<void>;
  /** Waits for running work, or leaves it to another worker. May be called twice. */
  stop(): Promise<void>;
}

const DEFAULT_GRACE_MS = 20_000;
/**
 * After the grace period, Activities are canceled. If they still run this much later, the worker stops
 * without them.
 */
const FORCE_MS = 10_000;

/** Call it once per process. Errors have a message for the user, and leave nothing open. */
export async function startWorker(options: StartWorkerOptions): Promise<RunningWorker> {
  if (options.deployment) checkDeployment(options.deployment);
  const opened = createClosers(createNote(options.writeLog));
  try {
    const { workers, leave, httpUrl, hidesErrors } = await openWorker(options, opened);
    // Stops polling at once, so that other workers take over during the grace period.
    const shutDown = (): void => {
      void leave();
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    };
    const finished = runToEnd(workers, { ...options, hidesErrors, shutDown }).finally(() =>
      opened.closeAll(),
    );
    return {
      httpUrl,
      finished,
      async stop() {
        shutDown();
        await finished;
      },
    };
  } catch (error) {
    await opened.closeAll();
    throw error;
  }
}

async function runToEnd(
  workers: readonly Worker[],
  {
    writeLog,
    hidesErrors,
    shutDown,
  }: Pick<StartWorkerOptions, 'writeLog'> & Pick<OpenWorker, 'hidesErrors'> & { shutDown: () => void },
): Promise<void> {
  let fatal: { error: unknown } | undefined;
  const stopWatch = watchFailures({
    note: createNote(writeLog),
    hidesErrors,
    countRejection: (owner) => metrics.count('threadline_unhandled_rejections_total', { owner }),
    onFatal(error) {
      fatal ??= { error };
      shutDown();
    },
  });
  try {
    // Waits for all, because closing Postgres would lose the others' running work.
    const ends = await Promise.allSettled(workers.map((worker) => worker.run().finally(shutDown)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } finally {
    stopWatch();
  }
  if (fatal)
    throw new Error(
      `The worker stopped after an uncaught error: '${hidesErrors ? nameError(fatal.error) : errorMessage(fatal.error)}'`,
      hidesErrors ? {} : { cause: fatal.error },
    );
}

async function openWorker(options: StartWorkerOptions, opened: Closers): Promise<OpenWorker> {
  const { namespace, taskQueue, deployment, logLevel, writeLog } = options;
  const note = createNote(writeLog);
  const { db, keys, project, learning } = await openProject(options, opened, note);
  // Error messages may quote encrypted text, so they are not logged.
  const hidesErrors = keys !== undefined;
  const { metricsAddress } = await installRuntime({ logLevel, writeLog, hidesErrors });
  const made: { workers?: readonly Worker[] } = {};
  const connection = await NativeConnection.connect(options.temporal);
  opened.add(() => connection.close());
  const onNote = (text: string): void => note('WARN', text);
  const searchAttributes = await registerSearchAttributes({
    connection,
    namespace,
    mode: options.searchAttributes ?? 'register',
    onNote,
  });
  const slots = watchSlots(() => readMetrics(metricsAddress));
  opened.add(() => Promise.resolve(slots.stop()));
  // Created after the HTTP server, because a worker that never ran cannot be stopped.
  const http = await startHttpServer({
    address: options.httpAddress,
    variable: 'THREADLINE_HTTP_ADDRESS',
    readMetrics: async () => `${await readMetrics(metricsAddress)}${await renderMetrics()}`,
    whyNotReady: async () => (await whyNotReady(made.workers, db)) ?? slots.problem(),
  });
  opened.add(() => http.close());
  const { worker: team, client: teamClient } = options.project.temporal ?? {};
  const { self, leave } = await announceProject(
    { ...options, identity: team?.identity },
    { db, registries: project, note, opened },
  );
  const workers = await createWorkers(options, {
    connection,
    namespace,
    taskQueue,
    deployment,
    self,
    db,
    keys,
    onUnreadable: onNote,
    retention: options.project.retention,
    ...project,
    settings: options.context,
    tuning: options.tuning,
    timing: { toolGraceMs: options.tuning.toolGraceMs ?? DEFAULT_TIMING.toolGraceMs },
    searchAttributes,
    team,
    worker: shutdownTimes(options.shutdownGraceMs ?? DEFAULT_GRACE_MS),
  });
  made.workers = workers;
  const clientOptions = composeClientOptions(teamClient, clientDataConverter(keys));
  const temporal = new Client({ connection, namespace, ...clientOptions });
  if (options.provider === undefined)
    startUpkeep(options, { db, temporal, self, note: createNote(writeLog, hidesErrors), opened });
  // Waits, because the first turn would otherwise be planned for a guessed window.
  await learning.asked;
  return { workers, leave, httpUrl: http.url, hidesErrors };
}

async function createWorkers(
  { provider, workflows, project, writeLog }: StartWorkerOptions,
  parts: Omit<CreateWorkerOptions, 'workflowBundle'>,
): Promise<Worker[]> {
  if (provider !== undefined) return createProviderWorkers(parts, { only: provider });
  const bundled = workflows ?? (await bundle(createNote(writeLog), project.temporal?.worker));
  return [await createWorker({ ...parts, ...bundled }), ...(await createProviderWorkers(parts))];
}

async function bundle(
  note: Note,
  team: TeamWorkerOptions | undefined,
): Promise<Pick<CreateWorkerOptions, 'workflowBundle'>> {
  const logger = new DefaultLogger('ERROR', (entry) => note(entry.level, entry.message));
  return { workflowBundle: await findWorkflowBundle(logger, team) };
}

function shutdownTimes(graceMs: number) {
  return { shutdownGraceTime: graceMs, shutdownForceTime: graceMs + FORCE_MS };
}

interface OpenWorker {
  workers: readonly Worker[];
  leave: () => Promise<void>;
  httpUrl: string;
  hidesErrors: boolean;
}

async function whyNotReady(
  workers: readonly Worker[] | undefined,
  db: Database,
): Promise<string | undefined> {
  if (!workers) return 'worker is starting';
  const stopped = workers.find((worker) => worker.getState() !== 'RUNNING');
  if (stopped) return `worker is ${stopped.getState()}`;
  try {
    await sql`select 1`.execute(db);
    return undefined;
  } catch (error) {
    return `Postgres does not answer: ${errorMessage(error)}`;
  }
}

async function readMetrics(address: string): Promise<string> {
  const response = await fetch(`http://${address}/metrics`);
  if (!response.ok) throw new Error(`Temporal's metrics are unavailable: ${response.status}`);
  return response.text();
}
