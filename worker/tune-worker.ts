import { availableParallelism } from 'node:os';

/** Defaults depend on the machine. */
export interface WorkerTuning {
  /** Such as model calls and tools; default: 300. */
  readonly activities?: number | undefined;
  /** Default: 24 per Workflow thread. */
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
/**
 * A Workflow Task keeps its slot while its local Activities run. With few slots, new child Workflows wait for seconds.
 * With many, replays after a deploy time out. See docs/decisions/workflow-tasks-by-threads.md.
 */
const TASKS_PER_THREAD = 24;
const MAX_THREADS = 4;

/** Leaves other cores for other users. */
export function slotsPerUser(cores = availableParallelism()): number {
  return Math.max(1, Math.floor(cores / 2));
}

export function tuneWorker(
  { activities = ACTIVITIES, workflowTasks, cachedWorkflows, pollers }: WorkerTuning = {},
  cores = availableParallelism(),
) {
  const behavior = { type: 'autoscaling' as const };
  // Leaves a core for Activities and codecs.
  const threads = Math.min(MAX_THREADS, Math.max(1, Math.floor(cores / 2)));
  return {
    ...(pollers === 'autoscaling' && {
      workflowTaskPollerBehavior: behavior,
      activityTaskPollerBehavior: behavior,
    }),
    maxConcurrentActivityTaskExecutions: activities,
    maxConcurrentWorkflowTaskExecutions: workflowTasks ?? TASKS_PER_THREAD * threads,
    workflowThreadPoolSize: threads,
    maxCachedWorkflows: cachedWorkflows,
    // Long, because it is wall-clock time: a shorter limit would end a process that was suspended.
    isolateExecutionTimeout: '2m',
  };
}
