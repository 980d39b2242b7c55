import { availableParallelism } from 'node:os';

/** How much a worker process takes on; what is absent goes by the machine. */
export interface WorkerTuning {
  /** Workflow Tasks at once; default: two for each core, at least four. */
  readonly workflowTasks?: number | undefined;
  /** Workflows kept in memory; default: 600 for each GB of heap beyond 200 MB. */
  readonly cachedWorkflows?: number | undefined;
  /** Milliseconds that a tool or a node may take to end once it is told to stop; default: 5,000. */
  readonly toolGraceMs?: number | undefined;
}

const TASKS_PER_CORE = 2;
const MIN_TASKS = 4;
const MAX_THREADS = 4;

/** Executions that one user may begin at once on a worker that others use: half of the cores are free for the others. */
export function slotsPerUser(cores = availableParallelism()): number {
  return Math.max(1, Math.floor(cores / 2));
}

/**
 * Temporal's options for a worker that has to stay quick when its cache is empty. After a deploy each Workflow Task is a
 * replay, which costs a core some tenths of a second: forty at once, Temporal's default, keep each other from ending within
 * the ten seconds of a task, and are begun again by another worker. As many as the cores can process just wait.
 */
export function tuneWorker(
  { workflowTasks, cachedWorkflows }: WorkerTuning = {},
  cores = availableParallelism(),
) {
  return {
    maxConcurrentWorkflowTaskExecutions: workflowTasks ?? Math.max(MIN_TASKS, TASKS_PER_CORE * cores),
    // A thread processes one task at a time. On few cores one leaves the other to Activities and codecs.
    workflowThreadPoolSize: Math.min(MAX_THREADS, Math.max(1, Math.floor(cores / 2))),
    maxCachedWorkflows: cachedWorkflows,
    // Looks for endless loops by the clock, and our Workflows run nobody else's code. A process that stood still for
    // longer than this was killed by it when it went on, in the middle of a task.
    isolateExecutionTimeout: '2m',
  };
}
