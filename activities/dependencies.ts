import type { ContextSettings } from '../context/plan/settings.js';
import type { Embedder } from '../models/embeddings.js';
import type { ModelRegistry } from '../models/model-registry.js';
import type { Database } from '../store/database.js';
import type { TrajectoryFiles } from '../store/trajectory/files/write-round.js';
import type { NodeRegistry } from '../extend/nodes/node-registry.js';
import type { ToolRegistry } from '../extend/tools/tool-registry.js';
import type { WorkerIdentity } from '../store/workers/live-workers.js';
import type { UserLimits } from '../protocol/user-limits.js';
import type { SearchAttributeName } from '../protocol/search-attributes.js';
import type { FaultPoint } from './fault-points.js';
import type { ProvidersConfig } from '../protocol/provider-limits.js';
import type { Pace } from './pace.js';
import type { UserSlots } from './user-slots.js';

export interface ActivityDependencies {
  db: Database;
  models: Pick<ModelRegistry, 'resolve' | 'findStallMs' | 'count'>;
  pace: Pace;
  providers: ProvidersConfig;
  /** If absent, passages are found by words only. */
  embedder?: Embedder;
  trajectoryFiles?: TrajectoryFiles;
  tools: ToolRegistry;
  nodes: NodeRegistry;
  settings: ContextSettings;
  /** Roles that may answer approvals `by: 'staff'`. Default: `staff`. */
  approvers?: readonly string[] | undefined;
  describeWorkflow: (workflowId: string) => Promise<WorkflowDescription | undefined>;
  /** Returns the search attributes that have been registered so far. */
  searchAttributes: () => readonly SearchAttributeName[];
  timing: ActivityTiming;
  /** True with Worker Versioning: an execution stays on the build that began it. */
  isVersioned?: boolean;
  userLimits: UserLimits;
  self?: WorkerIdentity | undefined;
  userSlots: UserSlots;
  onPoint?: (point: FaultPoint) => Promise<void> | void;
}

export interface WorkflowDescription {
  isOpen: boolean;
  parentId: string | undefined;
}

export interface ActivityTiming {
  /** Limits, with the worker's throttle, how soon an Activity receives its cancellation. */
  heartbeatMs: number;
  flushMs: number;
  /** Pause before the second try of a model call. Doubles with each further try. */
  retryMs: number;
  heartbeatTimeoutMs: number;
  /** How long an aborted tool may take to undo its work, while a person waits. */
  toolGraceMs: number;
  outageMs: number;
  missingMs: number;
  /** Unclaimed texts and files are deleted only after the worker has run this long. */
  sweepAfterMs: number;
  slotLeaseMs: number;
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
  sweepAfterMs: 3_600_000,
  slotLeaseMs: 100,
  slotWorkingMs: 10_000,
};
