import { availableParallelism } from 'node:os';

/** Defaults depend on the machine. */
export interface WorkerTuning {
  /** Such as model calls and tools; default: 300. */
  readonly activities?: number | undefined;
  /** Default: two per core, at least four. */
  readonly workflowTasks?: number | undefined;
  /** Workflows in memory; default: 600 per GB of heap beyond 200 MB. */
  readonly cachedWorkflows?: number | undefined;
  /** `autoscaling`: the server sets the pollers, up to 100 each. Default: `fixed`, 10 each. */
  readonly pollers?: 'fixed' | 'autoscaling' | undefined;
  /** For an aborted tool or node to end; default: 5,000. */
  readonly toolGraceMs?: number | undefined;
  /** Until a running call receives its cancellation; default: 1,000. */
  readonly cancelLatencyMs?: number | undefined;
}

const ACTIVITIES = 300;
const TASKS_PER_CORE = 2;
const MIN_TASKS = 4;
const MAX_THREADS = 4;

/** Leaves the other cores for other users. */
export function slotsPerUser(cores = availableParallelism()): number {
  return Math.max(1, Math.floor(cores / 2));
}

/**
 * With Temporal's default of 40 at once, replays after a deploy time out and are repeated on other workers.
 */
export function tuneWorker(
  { activities = ACTIVITIES, workflowTasks, cachedWorkflows, pollers }: WorkerTuning = {},
  cores = availableParallelism(),
) {
  const behavior = { type: 'autoscaling' as const };
  return {
    ...(pollers === 'autoscaling' && {
      workflowTaskPollerBehavior: behavior,
      activityTaskPollerBehavior: behavior,
    }),
    maxConcurrentActivityTaskExecutions: activities,
    maxConcurrentWorkflowTaskExecutions: workflowTasks ?? Math.max(MIN_TASKS, TASKS_PER_CORE * cores),
    // Leaves a core for Activities and codecs.
    workflowThreadPoolSize: Math.min(MAX_THREADS, Math.max(1, Math.floor(cores / 2))),
    maxCachedWorkflows: cachedWorkflows,
    // Wall-clock time: a shorter limit would end a process that was suspended.
    isolateExecutionTimeout: '2m',
  };
}
