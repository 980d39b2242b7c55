import type { ContextSettings } from '../context/plan/settings.js';
import type { Embedder } from '../models/embeddings.js';
import type { ModelRegistry } from '../models/registry.js';
import type { Database } from '../store/database.js';
import type { TrajectoryFiles } from '../store/trajectory-files/write-round.js';
import type { NodeRegistry } from '../nodes/node-registry.js';
import type { ToolRegistry } from '../tools/tool-registry.js';
import type { WorkerIdentity } from '../store/workers/live-workers.js';
import type { UserLimits } from '../protocol/user-limits.js';
import type { FaultPoint } from './fault-points.js';
import type { UserSlots } from './user-slots.js';

/** The dependencies of a worker's Activities. */
export interface ActivityDependencies {
  db: Database;
  models: Pick<ModelRegistry, 'resolve' | 'findStallMs' | 'count'>;
  /** Finds passages by what they mean; absent: their words alone do. */
  embedder?: Embedder;
  /** Where rounds are exported to; absent: nowhere. */
  trajectoryFiles?: TrajectoryFiles;
  tools: ToolRegistry;
  /** The project's own kinds of nodes. */
  nodes: NodeRegistry;
  settings: ContextSettings;
  /** The roles that `staff` means for approvals; default: `staff`. */
  approvers?: readonly string[] | undefined;
  /** Describes a Workflow's newest run. Undefined when Temporal does not know the id. */
  describeWorkflow: (workflowId: string) => Promise<WorkflowDescription | undefined>;
  /** Whether our search attributes are registered by now. */
  isSearchable: () => boolean;
  timing: ActivityTiming;
  /** This worker polls as a build, which executions are pinned to; default: no. */
  isVersioned?: boolean;
  /** The limits on the work that one user may have at once. */
  userLimits: UserLimits;
  /** The worker that runs the Activities; absent: it is not announced to the others. */
  self?: WorkerIdentity | undefined;
  /** The slots in which a user's executions begin on this worker. */
  userSlots: UserSlots;
  /** Told of the points a turn passes; what it throws is thrown there. */
  onPoint?: (point: FaultPoint) => Promise<void> | void;
}

export interface WorkflowDescription {
  isOpen: boolean;
  /** Workflow ID of the Workflow that started it as a child. */
  parentId: string | undefined;
}

export interface ActivityTiming {
  /** Pause between Heartbeats; with the worker's throttle it decides how soon a cancel is seen. */
  heartbeatMs: number;
  /** Visible text is written at most this often. */
  flushMs: number;
  /** Pause before the second try of a model call; it doubles. */
  retryMs: number;
  /** After this long without a Heartbeat a worker is taken for dead. */
  heartbeatTimeoutMs: number;
  /**
   * How long a tool or a node of the project may take to end once it is told to stop: long enough to undo what it has
   * begun, and short enough for a person who waits for the cancel.
   */
  toolGraceMs: number;
  /** How long a model whose tries all failed is skipped by calls with another model to ask. */
  outageMs: number;
  /** How long an Activity waits for a worker with a tool, a node kind or a model that no live worker has. */
  missingMs: number;
  /** How long an execution that goes on holds a slot of its user. */
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
