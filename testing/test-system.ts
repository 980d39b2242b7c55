import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { NativeConnection, type Worker, type WorkerOptions } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import type { ActivityTiming } from '../activities/dependencies.js';
import type { FaultPoint } from '../activities/fault-points.js';
import { exportsSettled } from '../activities/trajectory/export-rounds.js';
import { connect, type Threadline } from '../client/connect.js';
import type { ContextSettings } from '../context/settings.js';
import type { FlowDefinition } from '../flow/definition.js';
import type { NodeDefinition } from '../nodes/define-node.js';
import { createNodeRegistry } from '../nodes/node-registry.js';
import { createEmbedder, type Embedder } from '../models/embeddings.js';
import { createModelRegistry, type ModelFactory } from '../models/registry.js';
import { openDatabase, type Database } from '../store/database.js';
import { registerFlows } from '../store/flows/flows.js';
import { calculate } from '../tools/calculate.js';
import { currentTime } from '../tools/current-time.js';
import type { ToolDefinition } from '../tools/define-tool.js';
import { createTools } from '../worker/create-tools.js';
import { createWorker } from '../worker/create-worker.js';
import { assistantFlow } from '../flow/default-flow.js';
import { startModelServer, type ModelServer, type ModelServerOptions } from './model-server/index.js';
import { createTestDatabase, type TestEnvironment } from './test-environment.js';

/** What a test system runs, and how quickly it finds faults. */
export interface TestSystemOptions {
  /** Default: the assistant on the scripted model. */
  flows?: readonly FlowDefinition[];
  tools?: readonly ToolDefinition[];
  /** Own kinds of nodes. */
  nodes?: readonly NodeDefinition[];
  /** The scripted model's script and strictness. */
  model?: ModelServerOptions;
  /** Own model providers, besides `openai:` and `anthropic:`, which are the scripted server. */
  models?: Readonly<Record<string, ModelFactory>>;
  /** Finds passages by what they mean; an id, as `openai:words`: the scripted server's vectors. Default: none. */
  embedder?: Embedder | string;
  /** Folder that rounds are exported to; default: none. */
  trajectoryFolder?: string;
  /** How contexts are made; default as in production. */
  settings?: Partial<ContextSettings>;
  /** Default: quick, so that faults are found in seconds. */
  timing?: Partial<ActivityTiming>;
  worker?: Partial<WorkerOptions>;
  onPoint?: (point: FaultPoint) => Promise<void> | void;
  /** No worker is started; start some with `startWorker`. */
  withoutWorker?: boolean;
}

/** A whole Threadline for tests: its own database, task queue, scripted model and worker. */
export interface TestSystem {
  readonly client: Threadline;
  readonly temporal: Client;
  readonly db: Database;
  readonly databaseUrl: string;
  readonly model: ModelServer;
  readonly taskQueue: string;
  readonly environment: TestEnvironment;
  /** A user name that no other test has. */
  newUser(name?: string): string;
  /** Starts one more worker; `shutdown` stops it. */
  startWorker(
    options?: Pick<TestSystemOptions, 'onPoint' | 'worker' | 'timing'>,
  ): Promise<{ worker: Worker; shutdown(): Promise<void> }>;
  /** Stops everything; fails when the script of the model was not played to its end or ran out. */
  stop(options?: { check?: boolean }): Promise<void>;
}

/** Model calls retried without delay, dead workers found within two seconds. */
export const QUICK_TIMING: Partial<ActivityTiming> = {
  heartbeatMs: 200,
  retryMs: 20,
  heartbeatTimeoutMs: 2_000,
};
/** Model ids under which the scripted server answers, in the wire format of either provider. */
export const SCRIPTED_MODEL = 'openai:scripted';
export const SCRIPTED_ANTHROPIC_MODEL = 'anthropic:claude-scripted';

/** Starts a system. Stop it, or the test run does not end. */
export async function startTestSystem(
  environment: TestEnvironment,
  options: TestSystemOptions = {},
): Promise<TestSystem> {
  const database = await createTestDatabase(environment);
  const model = await startModelServer(options.model);
  const db = openDatabase({ url: database.url, applicationName: 'threadline test' });
  await registerFlows(db, options.flows ?? [assistantFlow(SCRIPTED_MODEL)]);
  const connection = await NativeConnection.connect({ address: environment.temporalAddress });
  const clientConnection = await Connection.connect({ address: environment.temporalAddress });
  const taskQueue = `test-${randomUUID()}`;
  const client = await connect({
    temporal: { address: environment.temporalAddress },
    namespace: 'default',
    databaseUrl: database.url,
    taskQueue,
    ...(options.trajectoryFolder !== undefined && { trajectoryFolder: options.trajectoryFolder }),
  });
  const temporal = new Client({ connection: clientConnection });
  const running = new Set<() => Promise<void>>();
  if (!options.withoutWorker) await startWorker();
  return {
    client,
    temporal,
    db,
    databaseUrl: database.url,
    model,
    taskQueue,
    environment,
    newUser: (name = 'ada') => `${name}-${randomUUID().slice(0, 8)}`,
    startWorker,
    async stop({ check = true } = {}) {
      await terminateConversations();
      for (const shutdown of running) await shutdown();
      await exportsSettled();
      await client.close();
      await clientConnection.close();
      await connection.close();
      await db.destroy();
      await database.drop();
      if (check) model.assertDone();
      await model.close({ check });
    },
  };

  /** Left open, one would take the next test's messages for the same user and wait for this system's workers. */
  async function terminateConversations(): Promise<void> {
    const rows = await db.selectFrom('conversation').select('workflow_id').distinct().execute();
    for (const { workflow_id: workflowId } of rows)
      await temporal.workflow.getHandle(workflowId).terminate('test system stopped').catch(ignoreClosed);
  }

  async function startWorker(more: Pick<TestSystemOptions, 'onPoint' | 'worker' | 'timing'> = {}) {
    const onPoint = more.onPoint ?? options.onPoint;
    const worker = await createWorker({
      connection,
      namespace: 'default',
      taskQueue,
      workflowBundle: { codePath: environment.bundlePath },
      db,
      models: createModelRegistry({
        openai: { apiKey: 'test', baseUrl: model.baseUrl },
        anthropic: { apiKey: 'test', baseUrl: model.baseUrl },
        custom: options.models,
      }),
      ...(options.trajectoryFolder !== undefined && {
        trajectoryFiles: { folder: options.trajectoryFolder },
      }),
      ...(options.embedder && { embedder: toEmbedder(options.embedder, model) }),
      nodes: createNodeRegistry(options.nodes ?? []),
      tools: createTools({ db, tools: options.tools ?? [currentTime, calculate] }),
      ...(options.settings && { settings: options.settings }),
      isSearchable: () => environment.isSearchable,
      timing: { ...QUICK_TIMING, ...options.timing, ...more.timing },
      ...(onPoint && { onPoint }),
      worker: {
        stickyQueueScheduleToStartTimeout: '500ms',
        shutdownGraceTime: '1s',
        ...options.worker,
        ...more.worker,
      },
    });
    const finished = worker.run();
    const shutdown = async (): Promise<void> => {
      running.delete(shutdown);
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await finished;
    };
    running.add(shutdown);
    return { worker, shutdown };
  }
}

function ignoreClosed(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}

function toEmbedder(embedder: Embedder | string, { baseUrl }: ModelServer): Embedder {
  return typeof embedder === 'string'
    ? createEmbedder(embedder, { openai: { apiKey: 'test', baseUrl } })
    : embedder;
}
