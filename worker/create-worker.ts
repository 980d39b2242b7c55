import { Client } from '@temporalio/client';
import { Worker, type NativeConnection, type WorkerOptions } from '@temporalio/worker';
import {
  createAgentActivities,
  createConversationActivities,
  createExecutionActivities,
  createNodeActivities,
  createUpkeepActivities,
} from '../activities/create-activities.js';
import {
  DEFAULT_TIMING,
  type ActivityDependencies,
  type ActivityTiming,
} from '../activities/dependencies.js';
import { createRetentionActivities } from '../activities/retention/remove-expired.js';
import { createPace } from '../activities/pace.js';
import { UserSlots } from '../activities/user-slots.js';
import { DEFAULT_CONTEXT_SETTINGS, type ContextSettings } from '../context/plan/settings.js';
import { clientDataConverter } from '../temporal/encryption/client-data-converter.js';
import { workerDataConverter } from '../temporal/encryption/worker-data-converter.js';
import { sandbox } from '../flow/code/pool.js';
import type { KeyRing } from '../temporal/encryption/key-ring.js';
import { createNodeRegistry, type NodeRegistry } from '../extend/nodes/node-registry.js';
import { heartbeatTimes } from '../protocol/cancel-latency.js';
import type { RetentionRules } from '../protocol/retention.js';
import { listTaskQueues, type ProvidersConfig } from '../protocol/provider-limits.js';
import { EXECUTION_WORKFLOW } from '../protocol/messages.js';
import { completeUserLimits, type UserLimits } from '../protocol/user-limits.js';
import type { Database } from '../store/database.js';
import { deleteWorkflows } from '../temporal/delete-workflows.js';
import type { TeamWorkerOptions } from '../temporal/team-options.js';
import type { WorkerDeployment } from '../temporal/worker-deployment.js';
import type { ToolRegistry } from '../extend/tools/tool-registry.js';
import { createAnswerCodec } from './answer-codec.js';
import { createDescribeWorkflow } from './describe-workflow.js';
import { mergeWorkerOptions } from './plugin/merge-worker-options.js';
import { slotsPerUser, tuneWorker, type WorkerTuning } from './tune-worker.js';

/**
 * Patches that are inactive in Workflows that move between builds, so that the previous release can replay
 * them. The next release empties this set.
 */
const HELD_PATCHES: ReadonlySet<string> = new Set();

export interface CreateWorkerOptions {
  connection: NativeConnection;
  namespace: string;
  taskQueue: string;
  workflowBundle: NonNullable<WorkerOptions['workflowBundle']>;
  db: Database;
  deployment?: WorkerDeployment | undefined;
  keys?: KeyRing | undefined;
  onUnreadable?: (why: string) => void;
  models: ActivityDependencies['models'];
  embedder?: ActivityDependencies['embedder'];
  trajectoryFiles?: ActivityDependencies['trajectoryFiles'];
  retention?: RetentionRules | undefined;
  auditDays?: number | undefined;
  userLimits?: Partial<UserLimits> | undefined;
  slotsPerUser?: number | undefined;
  providers?: ProvidersConfig | undefined;
  tools: ToolRegistry;
  nodes?: NodeRegistry;
  settings?: Partial<ContextSettings>;
  searchAttributes?: ActivityDependencies['searchAttributes'];
  timing?: Partial<ActivityTiming>;
  onPoint?: ActivityDependencies['onPoint'];
  heldPatches?: ReadonlySet<string> | undefined;
  self?: ActivityDependencies['self'];
  tuning?: WorkerTuning;
  approvers?: readonly string[] | undefined;
  team?: TeamWorkerOptions | undefined;
  worker?: Partial<WorkerOptions>;
}

/** Returns a Worker that the caller runs, and whose connections the caller owns. */
export function createWorker(options: CreateWorkerOptions): Promise<Worker> {
  const { workflowBundle, team = {}, worker } = options;
  const interceptors = team.interceptors && { ...team.interceptors, workflowModules: [] };
  const merged = mergeWorkerOptions({ ...team, interceptors }, composeWorkerOptions(options));
  return Worker.create({ ...merged, workflowBundle, ...worker });
}

/** Creates a Worker for each provider with its own Task Queue. */
export async function createProviderWorkers(
  options: Omit<CreateWorkerOptions, 'workflowBundle'>,
  { only }: { only?: string | undefined } = {},
): Promise<Worker[]> {
  const { providers = {}, team = {}, worker } = options;
  const chosen = only === undefined ? providers : { [only]: providers[only] ?? {} };
  const queues = new Set(Object.values(listTaskQueues(chosen) ?? {}));
  if (only !== undefined && queues.size === 0)
    throw new Error(`Provider '${only}' has no Task Queue: set providers.${only}.taskQueue in the project`);
  if (queues.size === 0) return [];
  const interceptors = team.interceptors && { ...team.interceptors, workflowModules: [] };
  const composed = mergeWorkerOptions({ ...team, interceptors }, composeWorkerOptions(options));
  const { callModel } = composed.activities as Record<'callModel', () => Promise<unknown>>;
  return Promise.all(
    [...queues].map((taskQueue) =>
      Worker.create({
        ...composed,
        ...worker,
        taskQueue,
        activities: { callModel },
        workflowBundle: undefined,
      }),
    ),
  );
}

export function composeWorkerOptions(
  options: Omit<CreateWorkerOptions, 'workflowBundle' | 'team' | 'worker'>,
): WorkerOptions {
  const { connection, namespace, taskQueue, db, keys, retention: rules, auditDays, providers = {} } = options;
  const temporal = new Client({ connection, namespace, dataConverter: clientDataConverter(keys) });
  const remove = deleteWorkflows.bind(undefined, temporal);
  const userLimits = completeUserLimits(options.userLimits);
  // The sandbox threads belong to the process, so the limits of the last worker apply.
  sandbox.boundUsers(userLimits.sandboxSeconds);
  const { throttleMs, ...heartbeats } = heartbeatTimes(options.tuning?.cancelLatencyMs);
  const timing = { ...DEFAULT_TIMING, ...heartbeats, ...options.timing };
  const dependencies: ActivityDependencies = {
    db,
    models: options.models,
    providers,
    pace: createPace(db, providers),
    tools: options.tools,
    nodes: options.nodes ?? createNodeRegistry([]),
    settings: { ...DEFAULT_CONTEXT_SETTINGS, ...options.settings },
    describeWorkflow: createDescribeWorkflow(temporal),
    searchAttributes: options.searchAttributes ?? (() => []),
    timing,
    userLimits,
    isVersioned: options.deployment !== undefined,
    approvers: options.approvers,
    userSlots: new UserSlots({
      slotsPerUser: options.slotsPerUser ?? slotsPerUser(),
      leaseMs: timing.slotLeaseMs,
      workingMs: timing.slotWorkingMs,
    }),
    embedder: options.embedder,
    trajectoryFiles: options.trajectoryFiles,
    onPoint: options.onPoint,
    self: options.self,
  };
  return {
    connection,
    namespace,
    taskQueue,
    activities: {
      ...createConversationActivities(dependencies),
      ...createExecutionActivities(dependencies),
      ...createAgentActivities(dependencies),
      ...createNodeActivities(dependencies),
      ...createUpkeepActivities(dependencies),
      ...createRetentionActivities({ ...dependencies, rules, auditDays, deleteWorkflows: remove }),
    },
    dataConverter: workerDataConverter(keys, {
      inner: [createAnswerCodec(db)],
      onUnreadable: options.onUnreadable,
    }),
    // An Activity receives its cancellation only with a Heartbeat's response.
    maxHeartbeatThrottleInterval: throttleMs,
    defaultHeartbeatThrottleInterval: throttleMs,
    ...(options.self && { identity: options.self.name }),
    ...tuneWorker(options.tuning),
    shutdownGraceTime: '20s',
    shutdownForceTime: '30s',
    ...(options.deployment && versioned(options.deployment, options.heldPatches ?? HELD_PATCHES)),
  };
}

/**
 * Executions stay on their build. Other Workflows move to the current build with their next task, and back
 * after a rollback.
 */
function versioned(
  { name, buildId }: WorkerDeployment,
  held: ReadonlySet<string>,
): Pick<WorkerOptions, 'workerDeploymentOptions' | 'patchActivationCallback'> {
  return {
    workerDeploymentOptions: {
      version: { deploymentName: name, buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
    patchActivationCallback: ({ patchId, workflowInfo: { workflowType } }) =>
      workflowType === EXECUTION_WORKFLOW || !held.has(patchId),
  };
}
