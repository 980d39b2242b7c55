import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, type NativeConnectionOptions } from '@temporalio/worker';
import { sql } from 'kysely';
import { reconcileExecutions } from '../activities/reconcile-executions.js';
import type { LogLevel } from '../config.js';
import type { ProjectConfig } from '../define-config.js';
import { warmUp } from '../models/count-tokens.js';
import { createModelRegistry, type ModelRegistrySettings } from '../models/registry.js';
import { openDatabase } from '../store/database.js';
import { registerFlows } from '../store/flows.js';
import { pendingMigrations } from '../store/migrate.js';
import { createToolRegistry } from '../tools/tool-registry.js';
import { bundleWorkflows } from './bundle-workflows.js';
import { createWorker } from './create-worker.js';
import { createDescribeWorkflow } from './describe-workflow.js';
import { startHttpServer } from './http-server.js';
import { installRuntime } from './install-runtime.js';
import { registerSearchAttributes } from './register-search-attributes.js';

export interface StartWorkerOptions {
  temporal: NativeConnectionOptions;
  namespace: string;
  taskQueue: string;
  databaseUrl: string;
  project: ProjectConfig;
  models: ModelRegistrySettings;
  /** Health and metrics, `host:port`. */
  httpAddress: string;
  logLevel: LogLevel;
  /** Takes one JSON line a log entry. */
  writeLog: (line: string) => void;
  /** How long what runs may go on after `stop`; default 20 s. */
  shutdownGraceMs?: number;
}

export interface RunningWorker {
  /** Where health and metrics are served. */
  httpUrl: string;
  /** Settles when the worker has stopped; rejects when it failed. */
  finished: Promise<void>;
  /** Takes no more work, lets what runs end or hands it back, closes all connections. May be called twice. */
  stop(): Promise<void>;
}

const DEFAULT_GRACE_MS = 20_000;
/** After the grace, activities are told to stop; this long later the worker stops without them. */
const FORCE_MS = 10_000;

/**
 * Starts a worker with everything it needs, once a process. Throws one sentence naming what is missing:
 * migrations, a tool, Temporal, Postgres, a free port.
 */
export async function startWorker(options: StartWorkerOptions): Promise<RunningWorker> {
  const { namespace, project, writeLog } = options;
  const note = (level: string, message: string): void =>
    writeLog(JSON.stringify({ time: new Date().toISOString(), level, message }));
  const tools = createToolRegistry(project.tools ?? []);
  for (const flow of project.flows)
    for (const node of flow.nodes) if (node.kind === 'agent') tools.schemas(node.config.tools ?? []);
  const db = openDatabase({
    url: options.databaseUrl,
    applicationName: 'threadline worker',
    maxConnections: 20,
    onIdleError: (error) => note('WARN', `A database connection broke: ${error.message}`),
  });
  const pending = await pendingMigrations(db);
  if (pending.length > 0)
    throw new Error(`The database lacks ${pending.join(', ')}: run 'threadline migrate'`);
  await registerFlows(db, project.flows);
  const { metricsAddress } = await installRuntime(options);
  const connection = await NativeConnection.connect(options.temporal);
  const searchAttributes = await registerSearchAttributes({
    connection,
    namespace,
    onNote: (text) => note('WARN', text),
  });
  // The first count would otherwise hold up a turn for a second or two.
  warmUp();
  const graceMs = options.shutdownGraceMs ?? DEFAULT_GRACE_MS;
  const worker = await createWorker({
    connection,
    namespace,
    taskQueue: options.taskQueue,
    workflowBundle: await bundleWorkflows(
      new DefaultLogger('ERROR', ({ level, message }) => note(level, message)),
    ),
    db,
    models: createModelRegistry({ ...options.models, custom: project.models }),
    tools,
    isSearchable: () => searchAttributes.isReady(),
    worker: { shutdownGraceTime: graceMs, shutdownForceTime: graceMs + FORCE_MS },
  });
  const http = await startHttpServer({ address: options.httpAddress, metricsAddress, whyNotReady });
  void reconcileAtStart();
  const finished = worker.run().finally(async () => {
    await http.close();
    await db.destroy();
    await connection.close();
  });
  return {
    httpUrl: http.url,
    finished,
    async stop() {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await finished;
    },
  };

  async function whyNotReady(): Promise<string | undefined> {
    if (worker.getState() !== 'RUNNING') return `worker is ${worker.getState()}`;
    try {
      await sql`select 1`.execute(db);
      return undefined;
    } catch (error) {
      return `Postgres does not answer: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  async function reconcileAtStart(): Promise<void> {
    try {
      const describeWorkflow = createDescribeWorkflow(new Client({ connection, namespace }));
      const finishedIds = await reconcileExecutions({ db, describeWorkflow });
      for (const id of finishedIds) note('INFO', `Finished the rows of '${id}', whose Workflow is gone`);
    } catch (error) {
      note(
        'WARN',
        `Reconciling executions failed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
