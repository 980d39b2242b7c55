import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';
import { randomUUID } from 'node:crypto';
import { NativeConnection, type Worker, type WorkerOptions } from '@temporalio/worker';
import type { ActivityTiming } from '../../activities/dependencies.js';
import type { FaultPoint } from '../../activities/fault-points.js';
import type { ContextSettings } from '../../context/plan/settings.js';
import type { FlowDefinition } from '../../flow/definition.js';
import type { KeyRing } from '../../temporal/encryption/key-ring.js';
import { startMcpServers } from '../../extend/mcp/mcp-tools.js';
import type { McpServers } from '../../extend/mcp/mcp-servers.js';
import { createEmbedder, type Embedder } from '../../models/embeddings.js';
import { replaceLearned } from '../../models/facts/learned-facts.js';
import { reportFacts } from '../../models/reported-facts.js';
import { createModelRegistry, type ModelRegistry } from '../../models/model-registry.js';
import type { ModelSource } from '../../models/sources/model-source.js';
import type { AllowedWorkflows } from '../../extend/nodes/allowed-workflow.js';
import type { NodeDefinition } from '../../extend/nodes/define-node.js';
import { createNodeRegistry } from '../../extend/nodes/node-registry.js';
import type { RetentionRules } from '../../protocol/retention.js';
import type { ProvidersConfig } from '../../protocol/provider-limits.js';
import type { UserLimits } from '../../protocol/user-limits.js';
import type { Database } from '../../store/database.js';
import type { WorkerIdentity } from '../../store/workers/live-workers.js';
import { DEFAULT_TOOLS } from '../../extend/tools/default-tools.js';
import type { ToolDefinition } from '../../extend/tools/define-tool.js';
import type { WorkerDeployment } from '../../temporal/worker-deployment.js';
import { startAnnouncing, type Registries } from '../../worker/announce-worker.js';
import { createClosers } from '../../worker/closers.js';
import type { PublishMode } from '../../worker/publish-flows.js';
import { createTools } from '../../worker/create-tools.js';
import { shareLearnedFacts } from '../../worker/share-learned-facts.js';
import { createProviderWorkers, createWorker, type CreateWorkerOptions } from '../../worker/create-worker.js';
import type { ModelServer, ModelServerOptions } from './model-server/index.js';
import { createScriptedSettings, SCRIPTED_FACTS } from './scripted-models.js';
import type { TestEnvironment } from './test-environment.js';

export interface TestWorkerOptions {
  /** Default: short times, so that faults are detected within seconds. */
  timing?: Partial<ActivityTiming>;
  /** Default: none. */
  deployment?: WorkerDeployment;
  /** Workflows other than executions do not apply these patches. Default: as in production. */
  heldPatches?: ReadonlySet<string>;
  /** Overrides options of Temporal's Worker. */
  worker?: Partial<WorkerOptions>;
  /** Called at each fault point. The Activity waits for the promise. */
  onPoint?: (point: FaultPoint) => Promise<void> | void;
  /** Announces the worker under this name. Default: not announced. */
  name?: string;
  /** Flows of an announced worker. Default: none. */
  flows?: readonly FlowDefinition[];
  /** Default: `on-start`. */
  publish?: PublishMode;
  /** Receives the log of an announced worker. Default: dropped. */
  onLog?: (level: string, message: string) => void;
  /** Default: the system's tools. */
  tools?: readonly ToolDefinition[];
  /** Default: the system's node kinds. */
  nodes?: readonly NodeDefinition[];
  /** Default: the system's Workflows. */
  workflows?: AllowedWorkflows;
  /** Limits and Task Queues of providers. Default: the system's. */
  providers?: ProvidersConfig;
  /** Default: the system's providers. */
  models?: Readonly<Record<string, ModelSource>>;
}

export interface TestWorker {
  worker: Worker;
  shutdown(): Promise<void>;
}

/** With these times, a dead worker is detected within two seconds. */
export const QUICK_TIMING: Partial<ActivityTiming> = {
  heartbeatMs: 200,
  retryMs: 20,
  heartbeatTimeoutMs: 2_000,
  toolGraceMs: 300,
  missingMs: 1_000,
};

const MCP_START_MS = 30_000;

interface WorkerSystem {
  readonly environment: TestEnvironment;
  readonly connection: NativeConnection;
  readonly taskQueue: string;
  readonly db: Database;
  readonly model: ModelServer;
  readonly keys: KeyRing | undefined;
  readonly options: TestWorkerOptions & {
    model?: ModelServerOptions;
    tools?: readonly ToolDefinition[];
    mcp?: McpServers;
    nodes?: readonly NodeDefinition[];
    models?: Readonly<Record<string, ModelSource>>;
    embedder?: Embedder | string;
    trajectoryFolder?: string;
    settings?: Partial<ContextSettings>;
    retention?: RetentionRules;
    userLimits?: Partial<UserLimits>;
    approvers?: readonly string[];
    slotsPerUser?: number;
  };
}

export class TestWorkers {
  readonly #system: WorkerSystem;
  readonly #running = new Set<TestWorker>();

  constructor(system: WorkerSystem) {
    this.#system = system;
  }

  async start(more: TestWorkerOptions = {}): Promise<TestWorker> {
    const { db, options, environment } = this.#system;
    const opened = createClosers(() => undefined);
    const close = (): Promise<void> => opened.closeAll();
    const mcp = startMcpServers(options.mcp, () => undefined);
    opened.add(() => mcp.close());
    await mcp.settled(MCP_START_MS);
    opened.add(await shareLearnedFacts(db, () => undefined));
    let { connection } = this.#system;
    // A connection has at most one worker per Task Queue.
    if (this.#running.size > 0) {
      connection = await NativeConnection.connect({ address: environment.temporalAddress });
      opened.add(() => connection.close());
    }
    const tools = createTools({
      db,
      tools: more.tools ?? options.tools ?? DEFAULT_TOOLS,
      sources: mcp.sources,
    });
    const nodes = createNodeRegistry(more.nodes ?? options.nodes ?? [], more.workflows ?? options.workflows);
    const self = more.name === undefined ? undefined : { id: randomUUID(), name: more.name };
    const models = this.#createModels(more);
    const has = { tools, nodes, models };
    const leave = self && opened.add(await this.#announce(self, { ...more, ...has }));
    const parts = { connection, ...has, self };
    const [worker, ...others] = await this.#create(more, parts).catch(async (error: unknown) => {
      await close();
      throw error;
    });
    const workers = [worker, ...others];
    const finished = Promise.all(workers.map((one) => one.run())).finally(close);
    const running: TestWorker = {
      worker,
      shutdown: async () => {
        this.#running.delete(running);
        void leave?.();
        for (const one of workers) if (one.getState() === 'RUNNING') one.shutdown();
        await finished;
      },
    };
    this.#running.add(running);
    return running;
  }

  /** Also clears what the workers learned about models. */
  async shutDown(): Promise<void> {
    for (const { shutdown } of this.#running) await shutdown();
    replaceLearned([]);
    registerOpenAi();
  }

  #announce(
    self: WorkerIdentity,
    {
      flows = [],
      publish,
      onLog: note = () => undefined,
      ...registries
    }: Pick<TestWorkerOptions, 'flows' | 'publish' | 'onLog'> & Registries,
  ): Promise<() => Promise<void>> {
    const { db, taskQueue } = this.#system;
    return startAnnouncing({ db, taskQueue, self, registries, flows, publish, note });
  }

  #createModels(more: TestWorkerOptions): ModelRegistry {
    const { model, options } = this.#system;
    const models = createModelRegistry({
      ...createScriptedSettings(model.baseUrl),
      custom: { ...SCRIPTED_FACTS, ...(more.models ?? options.models) },
    });
    if (!options.model?.personality) registerOpenAi();
    return models;
  }

  async #create(
    { onPoint, timing, worker, deployment, heldPatches, providers }: TestWorkerOptions,
    parts: Registries & Pick<CreateWorkerOptions, 'connection' | 'self'>,
  ): Promise<[Worker, ...Worker[]]> {
    const { environment, taskQueue, db, model, keys, options } = this.#system;
    const { trajectoryFolder: folder } = options;
    const scripted = createScriptedSettings(model.baseUrl);
    const { embedder } = options;
    const create: CreateWorkerOptions = {
      ...parts,
      namespace: 'default',
      taskQueue,
      deployment: deployment ?? options.deployment,
      heldPatches: heldPatches ?? options.heldPatches,
      workflowBundle: { codePath: environment.bundlePath },
      db,
      keys,
      trajectoryFiles: folder === undefined ? undefined : { folder },
      embedder: typeof embedder === 'string' ? createEmbedder(embedder, scripted) : embedder,
      settings: options.settings,
      retention: options.retention,
      userLimits: options.userLimits,
      approvers: options.approvers,
      slotsPerUser: options.slotsPerUser ?? Infinity,
      providers: providers ?? options.providers,
      searchAttributes: () => environment.searchAttributes,
      timing: { ...QUICK_TIMING, ...options.timing, ...timing },
      onPoint: onPoint ?? options.onPoint,
      worker: {
        // Without debug mode, starting a Workflow thread takes a quarter of a second of CPU.
        debugMode: true,
        stickyQueueScheduleToStartTimeout: '500ms',
        shutdownGraceTime: '1s',
        ...options.worker,
        ...worker,
      },
    };
    const main = await createWorker(create);
    // The promise hook would compile a function for each promise of the tests, twice.
    globalHandlers['stopPromiseHook']();
    return [main, ...(await createProviderWorkers(create))];
  }
}

/** The scripted server's address differs from OpenAI's. */
function registerOpenAi(): void {
  for (const prefix of ['openai:', 'openai-responses:']) reportFacts('endpoint', prefix, {});
}
