import { Client } from '@temporalio/client';
import {
  DefaultLogger,
  NativeConnection,
  type NativeConnectionOptions,
  Runtime,
  type Worker,
} from '@temporalio/worker';
import { sql } from 'kysely';
import { DEFAULT_TIMING } from '../activities/dependencies.js';
import { exportsSettled } from '../activities/trajectory/export-rounds.js';
import type { LogLevel } from '../config.js';
import type { ContextSettings } from '../context/plan/settings.js';
import { compileStanding } from '../context/standing/find-standing.js';
import type { ProjectConfig } from '../define-config.js';
import { clientDataConverter } from '../temporal/encryption/client-data-converter.js';
import type { KeyRing } from '../temporal/encryption/key-ring.js';
import { readKeyRing, type EncryptionOptions } from '../temporal/encryption/read-key-ring.js';
import { warmUp } from '../models/counting/count-tokens.js';
import { createEmbedder } from '../models/embeddings.js';
import { createNodeRegistry } from '../extend/nodes/node-registry.js';
import { startMcpServers } from '../extend/mcp/mcp-tools.js';
import { createModelRegistry, type ModelRegistrySettings } from '../models/registry.js';
import { errorMessage } from '../protocol/error-message.js';
import { nameError } from '../protocol/name-error.js';
import { checkApprovalWebhook } from '../protocol/approval-webhook.js';
import { checkApprovers } from '../protocol/approvers.js';
import { checkRetention } from '../protocol/retention.js';
import { pruneAuditLog } from '../store/audit/audit-log.js';
import { openDatabase, type Database } from '../store/database.js';
import { listFlowTriggers } from '../store/flows/flows.js';
import { storeWorkerSettings } from '../store/worker-settings.js';
import type { WorkerIdentity } from '../store/workers/live-workers.js';
import { completeUserLimits } from '../protocol/user-limits.js';
import { listPendingMigrations } from '../store/migrate.js';
import { checkDeployment, type WorkerDeployment } from '../temporal/worker-deployment.js';
import { identifyWorker, startAnnouncing, type Registries } from './announce-worker.js';
import { sendApprovals } from './approval-webhook.js';
import { checkFlows } from './check-flows.js';
import { findWorkflowBundle } from './find-workflow-bundle.js';
import { createClosers, type Closers } from './closers.js';
import { createTools } from './create-tools.js';
import { createWorker, type CreateWorkerOptions } from './create-worker.js';
import { startHttpServer } from './http-server.js';
import { installRuntime } from './install-runtime.js';
import { learnModels } from './learn-models.js';
import { listCalledModels } from './list-called-models.js';
import type { PublishMode } from './publish-flows.js';
import { registerSearchAttributes } from './register-search-attributes.js';
import type { WorkerTuning } from './tune-worker.js';
import { watchFailures } from './watch-failures.js';
import { shareLearnedFacts } from './share-learned-facts.js';
import { startUpkeep } from './start-upkeep.js';
import { warnOfApprovers } from './warn-of-approvers.js';
import { watchSlots } from './watch-slots.js';

export interface StartWorkerOptions {
  temporal: NativeConnectionOptions;
  namespace: string;
  taskQueue: string;
  databaseUrl: string;
  /** Default: unversioned. */
  deployment?: WorkerDeployment | undefined;
  /** The Workflows of another release, for tests of deploys. */
  workflows?: Pick<CreateWorkerOptions, 'workflowBundle' | 'heldPatches'>;
  /** Default: `on-start`. */
  publish?: PublishMode | undefined;
  project: ProjectConfig;
  models: ModelRegistrySettings;
  /** Used if the project sets none. Default: passages are found by words alone. */
  embeddingModel?: string | undefined;
  /** Used if the project sets none. Default: rounds are not exported. */
  trajectoryFolder?: string | undefined;
  /** Overrides the project's setting. */
  encryption?: EncryptionOptions | undefined;
  context: ContextSettings;
  tuning: WorkerTuning;
  /** For health and metrics, `host:port`. */
  httpAddress: string;
  logLevel: LogLevel;
  /** Receives one line of JSON per entry. */
  writeLog: (line: string) => void;
  /** Milliseconds that running Activities may continue after `stop`; default 20,000. */
  shutdownGraceMs?: number;
}

export interface RunningWorker {
  httpUrl: string;
  /** Settles when the worker has stopped; rejects when it failed. */
  finished: Promise<void>;
  /** Waits for running work or hands it back, and closes all connections. May be called twice. */
  stop(): Promise<void>;
}

/** Lets the first turn see MCP tools. A server that takes longer does not delay the start. */
const MCP_START_MS = 10_000;
const DEFAULT_GRACE_MS = 20_000;
/** After the grace period Activities are canceled; this long later the worker stops without them. */
const FORCE_MS = 10_000;

/**
 * Call it once per process. Throws one sentence with what is missing (migrations, a tool, Temporal,
 * Postgres, a free port), and then leaves nothing open.
 */
export async function startWorker(options: StartWorkerOptions): Promise<RunningWorker> {
  if (options.deployment !== undefined) checkDeployment(options.deployment);
  const opened = createClosers(createNote(options.writeLog));
  try {
    const { worker, leave, httpUrl, hidesErrors } = await openWorker(options, opened);
    // Leaves first, so that other workers take over its flows: running Activities may need the whole grace
    // period.
    const shutDown = (): void => {
      void leave();
      if (worker.getState() === 'RUNNING') worker.shutdown();
    };
    const finished = runToEnd(worker, { ...options, hidesErrors, shutDown }).finally(() => opened.closeAll());
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

/** Rejects when the worker failed, and after it stopped for an uncaught error. */
async function runToEnd(
  worker: Worker,
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
    countRejection: (owner) =>
      Runtime.instance()
        .metricMeter.createCounter('threadline_unhandled_rejections', '1', 'Rejected promises nobody awaited')
        .add(1, { owner }),
    onFatal(error) {
      fatal ??= { error };
      shutDown();
    },
  });
  try {
    await worker.run();
  } finally {
    stopWatch();
  }
  if (fatal !== undefined)
    throw new Error(
      `The worker stopped: nothing caught '${hidesErrors ? nameError(fatal.error) : errorMessage(fatal.error)}'`,
      hidesErrors ? {} : { cause: fatal.error },
    );
}

async function openWorker(options: StartWorkerOptions, opened: Closers): Promise<OpenWorker> {
  const { namespace, taskQueue, deployment, logLevel, writeLog } = options;
  const note = createNote(writeLog);
  const db = openPool(options, opened, note);
  opened.add(exportsSettled);
  const encryption = options.encryption ?? options.project.encryption;
  const keys = encryption === undefined ? undefined : await readKeyRing(encryption);
  // Error messages may quote users and models, whose data is encrypted everywhere else.
  const hidesErrors = keys !== undefined;
  const project = await prepareProject(options, { db, keys, note, opened });
  const learning = learnModels(listCalledModels(options.project.flows), { registry: project.models, note });
  opened.add(learning.stop);
  opened.add(await shareLearnedFacts(db, note));
  const { metricsAddress } = await installRuntime({ logLevel, writeLog, hidesErrors });
  const made: { worker?: Worker } = {};
  const connection = await NativeConnection.connect(options.temporal);
  opened.add(() => connection.close());
  const onNote = (text: string): void => note('WARN', text);
  const searchAttributes = await registerSearchAttributes({ connection, namespace, onNote });
  // The first token count and the first search for standing requests would otherwise delay a turn.
  warmUp();
  compileStanding();
  const slots = watchSlots(() => readMetrics(metricsAddress));
  opened.add(() => Promise.resolve(slots.stop()));
  // Before the worker: a worker that never ran cannot be stopped, and holds the connection.
  const http = await startHttpServer({
    address: options.httpAddress,
    metricsAddress,
    whyNotReady: async () => (await whyNotReady(made.worker, db)) ?? slots.problem(),
  });
  opened.add(() => http.close());
  const workflows = options.workflows ?? (await bundle(note));
  const { self, leave } = await announce(options, { db, registries: project, note, opened });
  const worker = await createWorker({
    connection,
    namespace,
    taskQueue,
    deployment,
    ...workflows,
    self,
    db,
    keys,
    onUnreadable: onNote,
    retention: options.project.retention,
    ...project,
    settings: options.context,
    tuning: options.tuning,
    timing: { toolGraceMs: options.tuning.toolGraceMs ?? DEFAULT_TIMING.toolGraceMs },
    isSearchable: () => searchAttributes.isReady(),
    worker: shutdownTimes(options.shutdownGraceMs ?? DEFAULT_GRACE_MS),
  });
  made.worker = worker;
  const temporal = new Client({ connection, namespace, dataConverter: clientDataConverter(keys) });
  startUpkeep(options, { db, temporal, note, opened });
  // The first turn would otherwise be planned for a guessed window.
  await learning.asked;
  return { worker, leave, httpUrl: http.url, hidesErrors };
}

async function announce(
  { taskQueue, deployment, publish, project: { flows } }: StartWorkerOptions,
  { db, registries, note, opened }: { db: Database; registries: Registries; note: Note; opened: Closers },
): Promise<{ self: WorkerIdentity; leave: () => Promise<void> }> {
  const self = identifyWorker(deployment);
  const leave = opened.add(await startAnnouncing({ db, taskQueue, self, registries, flows, publish, note }));
  return { self, leave };
}

async function bundle(note: Note): Promise<Pick<CreateWorkerOptions, 'workflowBundle'>> {
  const logger = new DefaultLogger('ERROR', (entry) => note(entry.level, entry.message));
  return { workflowBundle: await findWorkflowBundle(logger) };
}

function shutdownTimes(graceMs: number) {
  return { shutdownGraceTime: graceMs, shutdownForceTime: graceMs + FORCE_MS };
}

interface OpenWorker {
  worker: Worker;
  leave: () => Promise<void>;
  httpUrl: string;
  hidesErrors: boolean;
}

async function prepareProject(
  options: StartWorkerOptions,
  { db, keys, note, opened }: { db: Database; keys: KeyRing | undefined; note: Note; opened: Closers },
) {
  const { project } = options;
  const mcp = startMcpServers(project.mcp, note);
  opened.add(() => mcp.close());
  const tools = createTools({ db, tools: project.tools ?? [], sources: mcp.sources });
  const nodes = createNodeRegistry(project.nodes ?? []);
  // The project may define the windows that flows are checked against.
  const models = createModelRegistry({ ...options.models, custom: project.models });
  await requireMigrations(db);
  const stored = await listFlowTriggers(db);
  const known = { tools, nodes, models, context: options.context, stored };
  for (const warning of checkFlows(project.flows, known)) note('WARN', warning);
  checkApprovers(project.approvers);
  for (const warning of warnOfApprovers(project)) note('WARN', warning);
  if (project.approvalWebhook !== undefined) checkApprovalWebhook(project.approvalWebhook);
  checkRetention(project.retention ?? {});
  const userLimits = completeUserLimits(project.limits?.perUser);
  const embeddingModel = project.embeddingModel ?? options.embeddingModel;
  const embedder = embeddingModel === undefined ? undefined : createEmbedder(embeddingModel, options.models);
  // An unknown provider or a missing key fails the start.
  for (const { id } of listCalledModels(project.flows)) await models.resolve(id);
  await pruneAuditLog(db, project.auditDays);
  await storeWorkerSettings(db, {
    taskQueue: options.taskQueue,
    limits: userLimits,
    keyIds: [...(keys?.keys.keys() ?? [])],
    registered: { tools: tools.names(), customKinds: nodes.kinds(), providers: models.providers },
  });
  const folder = project.trajectoryFolder ?? options.trajectoryFolder;
  opened.add(sendApprovals({ db, note }, project.approvalWebhook));
  await mcp.settled(MCP_START_MS);
  const trajectoryFiles = folder === undefined ? undefined : { folder, cleanArchive: project.cleanArchive };
  return { tools, nodes, models, embedder, trajectoryFiles, userLimits, approvers: project.approvers };
}

function openPool(options: StartWorkerOptions, opened: Closers, note: Note): Database {
  const db = openDatabase({
    url: options.databaseUrl,
    applicationName: 'threadline worker',
    maxConnections: 20,
    // Below the timeout of a local Activity, so that the failure names Postgres.
    statementTimeoutMs: 50_000,
    onIdleError: (error) => note('WARN', `A database connection broke: ${error.message}`),
  });
  opened.add(() => db.destroy());
  return db;
}

async function requireMigrations(db: Database): Promise<void> {
  const pending = await listPendingMigrations(db);
  if (pending.length > 0)
    throw new Error(`The database lacks ${pending.join(', ')}: run 'threadline migrate'`);
}

async function whyNotReady(worker: Worker | undefined, db: Database): Promise<string | undefined> {
  if (worker === undefined) return 'worker is starting';
  if (worker.getState() !== 'RUNNING') return `worker is ${worker.getState()}`;
  try {
    await sql`select 1`.execute(db);
    return undefined;
  } catch (error) {
    return `Postgres does not answer: ${errorMessage(error)}`;
  }
}

async function readMetrics(address: string): Promise<string> {
  return (await fetch(`http://${address}/metrics`)).text();
}

type Note = (level: string, message: string) => void;

function createNote(writeLog: (line: string) => void): Note {
  return (level, message) => writeLog(JSON.stringify({ time: new Date().toISOString(), level, message }));
}
