import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { exportsSettled } from '../../activities/trajectory/export-rounds.js';
import { connect, type Threadline } from '../../client/connect.js';
import type { ContextSettings } from '../../context/plan/settings.js';
import { clientDataConverter } from '../../temporal/encryption/client-data-converter.js';
import type { KeyRing } from '../../temporal/encryption/key-ring.js';
import { readKeyRing, type EncryptionOptions } from '../../temporal/encryption/read-key-ring.js';
import type { FlowDefinition } from '../../flow/definition.js';
import type { McpServers } from '../../extend/mcp/mcp-servers.js';
import type { NodeDefinition } from '../../extend/nodes/define-node.js';
import type { Embedder } from '../../models/embeddings.js';
import type { ModelSource } from '../../models/sources/model-source.js';
import { openDatabase, type Database } from '../../store/database.js';
import { registerFlows } from '../../store/flows/flows.js';
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

/** The project of a test system, and how quickly it finds faults. */
export interface TestSystemOptions extends Omit<TestWorkerOptions, 'name' | 'publish' | 'onLog'> {
  /** Default: the assistant on the scripted model. */
  flows?: readonly FlowDefinition[];
  /** Default: the built-in ones. */
  tools?: readonly ToolDefinition[];
  /** Servers of the Model Context Protocol; each worker starts its own. */
  mcp?: McpServers;
  /** Own kinds of nodes. */
  nodes?: readonly NodeDefinition[];
  /** The scripted model's script and strictness. */
  model?: ModelServerOptions;
  /** Own model providers, besides `openai:` and `anthropic:`, which are the scripted server. */
  models?: Readonly<Record<string, ModelSource>>;
  /** Finds passages by what they mean; an id, as `openai:words`: the scripted server's vectors. Default: none. */
  embedder?: Embedder | string;
  /** Folder that rounds are exported to; default: none. */
  trajectoryFolder?: string;
  /** How contexts are made; default as in production. */
  settings?: Partial<ContextSettings>;
  /** Encrypts payloads as in production; default: they are not. */
  encryption?: EncryptionOptions;
  /** How long things are kept; default: for ever. No Schedule is made. */
  retention?: RetentionRules;
  /** The limits on the work that one user may have at once; default as in production. */
  userLimits?: Partial<UserLimits>;
  /** The roles that `staff` means for approvals. */
  approvers?: readonly string[];
  /** Executions that one user begins at once beside others; default: any number, so that a test's events are always the same. */
  slotsPerUser?: number;
  /** Makes a role for the workers, who connect as it; default: as the owner of the tables. */
  databaseUser?: (db: Database) => Promise<{ user: string; password: string }>;
  /** No worker is started; start some with `startWorker`. */
  withoutWorker?: boolean;
}

/** A whole Threadline for tests: its own database, task queue, scripted model and worker. */
export interface TestSystem {
  /** A client of everybody, connected to it. */
  readonly client: Threadline;
  /** Temporal's own client, for what a test looks at below. */
  readonly temporal: Client;
  /** The rows, by Kysely. */
  readonly db: Database;
  /** Its own database, for commands and clients. */
  readonly databaseUrl: string;
  /** The model server that answers as the test says. */
  readonly model: ModelServer;
  /** Its own Task Queue. */
  readonly taskQueue: string;
  /** The servers that it runs on. */
  readonly environment: TestEnvironment;
  /** A user name that no other test has. */
  newUser(name?: string): string;
  /** Starts one more worker; `shutdown` stops it. */
  startWorker(options?: TestWorkerOptions): Promise<TestWorker>;
  /** Stops everything; fails when the script of the model was not played to its end or ran out. */
  stop(options?: { check?: boolean }): Promise<void>;
}

/** Starts a system. Stop it, or the test run does not end. */
export async function startTestSystem(
  environment: TestEnvironment,
  options: TestSystemOptions = {},
): Promise<TestSystem> {
  installTestRuntime();
  const database = await createTestDatabase(environment);
  const model = await startModelServer(options.model);
  const db = openDatabase({ url: database.url, applicationName: 'threadline test' });
  await registerFlows(db, options.flows ?? [assistantFlow(SCRIPTED_MODEL)]);
  const connection = await NativeConnection.connect({ address: environment.temporalAddress });
  const clientConnection = await Connection.connect({ address: environment.temporalAddress });
  const taskQueue = `test-${randomUUID()}`;
  const { encryption } = options;
  const keys = encryption === undefined ? undefined : await readKeyRing(encryption);
  await storeSettings(db, { ...options, taskQueue, keys });
  const client = await connect({
    temporal: { address: environment.temporalAddress },
    namespace: 'default',
    databaseUrl: database.url,
    taskQueue,
    trajectoryFolder: options.trajectoryFolder,
    encryption,
  });
  const temporal = new Client({ connection: clientConnection, dataConverter: clientDataConverter(keys) });
  const workerDb = openAs(database.url, await options.databaseUser?.(db));
  const workers = new TestWorkers({
    environment,
    connection,
    taskQueue,
    db: workerDb ?? db,
    model,
    options,
    keys,
  });
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

/** As the first worker of the Task Queue would. */
async function storeSettings(
  db: Database,
  {
    taskQueue,
    keys,
    userLimits,
    tools = [],
    nodes = [],
  }: Pick<TestSystemOptions, 'userLimits' | 'tools' | 'nodes'> & {
    taskQueue: string;
    keys?: KeyRing | undefined;
  },
): Promise<void> {
  await storeWorkerSettings(db, {
    taskQueue,
    limits: completeUserLimits(userLimits),
    keyIds: [...(keys?.keys.keys() ?? [])],
    registered: { tools: createTools({ db, tools }).names(), customKinds: nodes.map(({ kind }) => kind) },
  });
}

/** A pool that connects as somebody else. */
function openAs(
  databaseUrl: string,
  as: { user: string; password: string } | undefined,
): Database | undefined {
  if (as === undefined) return undefined;
  const url = new URL(databaseUrl);
  [url.username, url.password] = [as.user, as.password];
  return openDatabase({ url: url.href, applicationName: 'threadline test' });
}

/** Left open, one would take the next test's messages for the same user and wait for this system's workers. */
async function terminateConversations(db: Database, temporal: Client): Promise<void> {
  const rows = await db.selectFrom('conversation').select('workflow_id').distinct().execute();
  for (const { workflow_id: workflowId } of rows)
    await temporal.workflow.getHandle(workflowId).terminate('test system stopped').catch(ignoreClosed);
}

function ignoreClosed(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}
