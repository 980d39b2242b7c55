import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { exportsSettled } from '../../activities/trajectory/export-rounds.js';
import { callPlanner } from '../../activities/agent/replan/create-call-planner.js';
import { connect } from '../../client/connect.js';
import type { Threadline } from '../../client/threadline.js';
import type { ContextSettings } from '../../context/plan/settings.js';
import { CHANNEL_ARGS } from '../../temporal/channel-args.js';
import { clientDataConverter } from '../../temporal/encryption/client-data-converter.js';
import type { KeyRing } from '../../temporal/encryption/key-ring.js';
import { readKeyRing, type EncryptionOptions } from '../../temporal/encryption/read-key-ring.js';
import type { FlowDefinition } from '../../flow/definition.js';
import type { McpServers } from '../../extend/mcp/mcp-servers.js';
import type { AllowedWorkflows } from '../../extend/nodes/allowed-workflow.js';
import type { NodeDefinition } from '../../extend/nodes/define-node.js';
import { createNodeRegistry } from '../../extend/nodes/node-registry.js';
import type { Embedder } from '../../models/embeddings.js';
import type { ModelSource } from '../../models/sources/model-source.js';
import { openDatabase, type Database } from '../../store/database.js';
import { registerFlows } from '../../store/flows/flows.js';
import type { ProvidersConfig } from '../../protocol/provider-limits.js';
import type { RetentionRules } from '../../protocol/retention.js';
import { completeUserLimits, type UserLimits } from '../../protocol/user-limits.js';
import { storeWorkerSettings } from '../../store/worker-settings.js';
import type { ToolDefinition } from '../../extend/tools/define-tool.js';
import { createTools } from '../../worker/create-tools.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { startModelServer, type ModelServer, type ModelServerOptions } from './model-server/index.js';
import { installTestRuntime } from './quiet-runtime.js';
import { SCRIPTED_MODEL } from './scripted-models.js';
import { createTestDatabase, type TestEnvironment } from './test-environment.js';
import { TestWorkers, type TestWorker, type TestWorkerOptions } from './test-worker.js';

export interface TestSystemOptions extends Omit<TestWorkerOptions, 'name' | 'publish' | 'onLog'> {
  /** Default: the assistant on the scripted model. */
  flows?: readonly FlowDefinition[];
  /** Default: the built-in tools. */
  tools?: readonly ToolDefinition[];
  /** The most connections to Postgres. Default: 10. */
  connections?: number;
  /** Each worker starts its own servers. */
  mcp?: McpServers;
  /** Default: none. */
  nodes?: readonly NodeDefinition[];
  /** Workflows that flows may start. Default: none. */
  workflows?: AllowedWorkflows;
  /** Limits and Task Queues of providers. Default: none. */
  providers?: ProvidersConfig;
  /** The script and the rules of the scripted model. */
  model?: ModelServerOptions;
  /** Providers besides the scripted `openai:` and `anthropic:`. */
  models?: Readonly<Record<string, ModelSource>>;
  /** An id such as `openai:words` uses the embeddings of the scripted server. Default: none. */
  embedder?: Embedder | string;
  /** The folder for exported rounds. Default: none. */
  trajectoryFolder?: string;
  /** Default: as in production. */
  settings?: Partial<ContextSettings>;
  /** Encrypts payloads. Default: no encryption. */
  encryption?: EncryptionOptions;
  /** Retention rules, without a Schedule. Default: keep everything. */
  retention?: RetentionRules;
  /** Default: as in production. */
  userLimits?: Partial<UserLimits>;
  /** The roles of `staff`. */
  approvers?: readonly string[];
  /**
   * How many executions of a user start at once. Default: unlimited, so that the events of a test are
   * deterministic.
   */
  slotsPerUser?: number;
  /** The database role of the workers. Default: the owner of the tables. */
  databaseUser?: (db: Database) => Promise<{ user: string; password: string }>;
  /** Starts no worker. Start one with `startWorker`. */
  withoutWorker?: boolean;
}

/** A complete Threadline with its own database, Task Queue, scripted model and worker. */
export interface TestSystem {
  /** A client for all users. */
  readonly client: Threadline;
  /** Temporal's own client. */
  readonly temporal: Client;
  /** The system's database through Kysely. */
  readonly db: Database;
  /** The database's URL, for commands and clients. */
  readonly databaseUrl: string;
  /** The scripted model server. */
  readonly model: ModelServer;
  /** The system's own Task Queue. */
  readonly taskQueue: string;
  /** The servers on which the system runs. */
  readonly environment: TestEnvironment;
  /** Returns a unique name. */
  newUser(name?: string): string;
  /** Stop it with `shutdown`. */
  startWorker(options?: TestWorkerOptions): Promise<TestWorker>;
  /** Fails if the model's script has unused replies, or ran out of replies. */
  stop(options?: { check?: boolean }): Promise<void>;
}

/** Stop the system: the test run does not end before. */
export async function startTestSystem(
  environment: TestEnvironment,
  options: TestSystemOptions = {},
): Promise<TestSystem> {
  installTestRuntime();
  const database = await createTestDatabase(environment);
  const model = await startModelServer(options.model);
  const db = openDatabase({
    url: database.url,
    applicationName: 'threadline test',
    maxConnections: options.connections,
  });
  await registerFlows(db, options.flows ?? [assistantFlow(SCRIPTED_MODEL)]);
  const address = environment.temporalAddress;
  const connection = await NativeConnection.connect({ address });
  const clientConnection = await Connection.connect({ address, channelArgs: CHANNEL_ARGS });
  const taskQueue = `test-${randomUUID()}`;
  const keys = options.encryption && (await readKeyRing(options.encryption));
  await storeSettings(db, { ...options, taskQueue, keys });
  const client = await connect({
    temporal: { address },
    namespace: 'default',
    databaseUrl: database.url,
    taskQueue,
    trajectoryFolder: options.trajectoryFolder,
    encryption: options.encryption,
    planner: callPlanner,
  });
  const temporal = new Client({ connection: clientConnection, dataConverter: clientDataConverter(keys) });
  const workerDb = openAs(database.url, await options.databaseUser?.(db));
  const shared = { environment, connection, taskQueue, model, options, keys };
  const workers = new TestWorkers({ ...shared, db: workerDb ?? db });
  if (!options.withoutWorker) await workers.start();
  return {
    client,
    temporal,
    db,
    databaseUrl: database.url,
    model,
    taskQueue,
    environment,
    newUser: (name = 'ada') => `${name}-${randomUUID().slice(0, 8)}`,
    startWorker: (more) => workers.start(more),
    async stop({ check = true } = {}) {
      await terminateConversations(db, temporal);
      await workers.shutDown();
      await exportsSettled();
      await client.close();
      await clientConnection.close();
      await connection.close();
      await workerDb?.destroy();
      await db.destroy();
      await database.drop();
      if (check) model.assertDone();
      await model.close({ check });
    },
  };
}

async function storeSettings(
  db: Database,
  {
    taskQueue,
    keys,
    userLimits,
    tools = [],
    nodes = [],
    workflows,
  }: Pick<TestSystemOptions, 'userLimits' | 'tools' | 'nodes' | 'workflows'> & {
    taskQueue: string;
    keys?: KeyRing | undefined;
  },
): Promise<void> {
  await storeWorkerSettings(db, {
    taskQueue,
    limits: completeUserLimits(userLimits),
    keyIds: [...(keys?.keys.keys() ?? [])],
    registered: {
      tools: createTools({ db, tools }).names(),
      customKinds: createNodeRegistry(nodes, workflows).kinds(),
    },
  });
}

function openAs(
  databaseUrl: string,
  as: { user: string; password: string } | undefined,
): Database | undefined {
  if (!as) return undefined;
  const url = new URL(databaseUrl);
  [url.username, url.password] = [as.user, as.password];
  return openDatabase({ url: url.href, applicationName: 'threadline test' });
}

/**
 * Otherwise, an open conversation would take the same user's messages in the next test, and wait for this
 * system's workers.
 */
async function terminateConversations(db: Database, temporal: Client): Promise<void> {
  const rows = await db.selectFrom('conversation').select('workflow_id').distinct().execute();
  for (const { workflow_id: workflowId } of rows)
    await temporal.workflow.getHandle(workflowId).terminate('test system stopped').catch(ignoreClosed);
}

function ignoreClosed(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}
