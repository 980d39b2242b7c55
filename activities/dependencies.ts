import type { ContextSettings } from '../context/plan/settings.js';
import type { Embedder } from '../models/embeddings.js';
import type { ModelRegistry } from '../models/registry.js';
import type { Database } from '../store/database.js';
import type { TrajectoryFiles } from '../store/trajectory-files/write-round.js';
import type { NodeRegistry } from '../extend/nodes/node-registry.js';
import type { ToolRegistry } from '../extend/tools/tool-registry.js';
import type { WorkerIdentity } from '../store/workers/live-workers.js';
import type { UserLimits } from '../protocol/user-limits.js';
import type { FaultPoint } from './fault-points.js';
import type { UserSlots } from './user-slots.js';

export interface ActivityDependencies {
  db: Database;
  models: Pick<ModelRegistry, 'resolve' | 'findStallMs' | 'count'>;
  /** Absent: passages are found by words alone. */
  embedder?: Embedder;
  /** Absent: rounds are not exported. */
  trajectoryFiles?: TrajectoryFiles;
  tools: ToolRegistry;
  nodes: NodeRegistry;
  settings: ContextSettings;
  /** The roles that `staff` means for approvals; default: `staff`. */
  approvers?: readonly string[] | undefined;
  /** Undefined when Temporal does not know the id. */
  describeWorkflow: (workflowId: string) => Promise<WorkflowDescription | undefined>;
  isSearchable: () => boolean;
  timing: ActivityTiming;
  /** Whether executions are pinned to this worker's build; default: no. */
  isVersioned?: boolean;
  userLimits: UserLimits;
  /** Absent: the worker is not announced. */
  self?: WorkerIdentity | undefined;
  userSlots: UserSlots;
  /** Called at each point of a turn; may throw. */
  onPoint?: (point: FaultPoint) => Promise<void> | void;
}

export interface WorkflowDescription {
  isOpen: boolean;
  parentId: string | undefined;
}

export interface ActivityTiming {
  /** Pause between Heartbeats; with the worker's throttle it decides how soon a cancellation arrives. */
  heartbeatMs: number;
  /** Minimum time between writes of visible text. */
  flushMs: number;
  /** Pause before the second try of a model call; doubles each time. */
  retryMs: number;
  /** A worker without a Heartbeat for this long counts as dead. */
  heartbeatTimeoutMs: number;
  /**
   * How long an aborted tool or node may take to end: enough to undo its work, and short for a person who
   * waits for the cancellation.
   */
  toolGraceMs: number;
  /** How long other calls with fallbacks skip a model whose tries all failed. */
  outageMs: number;
  /** How long an Activity waits for a worker with a tool, node kind or model that no live worker has. */
  missingMs: number;
  /** How long a running execution holds its user's slot. */
  slotLeaseMs: number;
  /** How long a user's last step limits the slots of other users. */
  slotWorkingMs: number;
}

export const DEFAULT_TIMING: ActivityTiming = {
  heartbeatMs: 600,
  flushMs: 75,
  retryMs: 1_000,
  heartbeatTimeoutMs: 10_000,
  toolGraceMs: 5_000,
  outageMs: 30_000,
  missingMs: 60_000,
  slotLeaseMs: 100,
  slotWorkingMs: 10_000,
};
