/** Between two looks, and how long nothing may move before the worker counts as stuck. */
const LOOK_EVERY_MS = 3_000;
const PATIENCE_MS = 30_000;

/** The kinds of tasks, by what Temporal's exporter calls the slots of each and the counter of those that were begun. */
const KINDS = [
  { words: 'Workflow Tasks', slots: 'WorkflowWorker', begun: 'temporal_workflow_task_queue_poll_succeed' },
  { words: 'Activities', slots: 'ActivityWorker', begun: 'temporal_activity_task_received' },
  { words: 'local Activities', slots: 'LocalActivityWorker', begun: 'temporal_local_activity_total' },
] as const;

/** Watches a worker's slots from its start on. */
export interface SlotWatch {
  /** Says for which kind of task no slot has become free for half a minute; undefined: for none. */
  problem(): string | undefined;
  stop(): void;
}

interface Exhausted {
  sinceMs: number;
  /** Tasks that had begun by then. */
  begun: number;
}

/**
 * Watches by a worker's own metrics whether it takes work: one that answers every question may have none of its slots
 * free, each held by a task that waits for something. A worker whose slots are all in use and change hands is busy, and
 * that is no problem. A look that fails says nothing.
 */
export function watchSlots(readMetrics: () => Promise<string>): SlotWatch {
  const exhausted = new Map<string, Exhausted>();
  const timer = setInterval(() => void look().catch(() => exhausted.clear()), LOOK_EVERY_MS);
  timer.unref();
  return {
    problem() {
      const stuck = [...exhausted].filter(([, { sinceMs }]) => performance.now() - sinceMs >= PATIENCE_MS);
      return stuck.length === 0
        ? undefined
        : `no slot for ${stuck.map(([words]) => words).join(', ')} has become free for ${PATIENCE_MS / 1_000} s`;
    },
    stop: () => clearInterval(timer),
  };

  async function look(): Promise<void> {
    const metrics = await readMetrics();
    for (const { words, slots, ...kind } of KINDS) {
      const free = addUp(metrics, 'temporal_worker_task_slots_available', `worker_type="${slots}"`);
      const begun = addUp(metrics, kind.begun) ?? 0;
      if (free !== 0) exhausted.delete(words);
      else if (exhausted.get(words)?.begun !== begun)
        exhausted.set(words, { sinceMs: performance.now(), begun });
    }
  }
}

/** The sum of a metric over all of its labels, or those with this one; undefined: there is none. */
function addUp(metrics: string, name: string, label = ''): number | undefined {
  const values = metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}
