/** Between two looks, and how long no slot may be free before the worker counts as stuck. */
const LOOK_EVERY_MS = 3_000;
const PATIENCE_MS = 30_000;

/** Tasks that were taken, as Temporal's exporter writes it: `temporal_workflow_task_queue_poll_succeed{…} 12`. */
const TAKEN = /^temporal_workflow_task_queue_poll_succeed\{.*\} (\d+)/gm;
/** Free slots, likewise: `temporal_worker_task_slots_available{…,worker_type="WorkflowWorker"} 0`. */
const AVAILABLE = /^temporal_worker_task_slots_available\{(.*)\} (\d+)/gm;
const KINDS: ReadonlyMap<string, string> = new Map([
  ['WorkflowWorker', 'Workflow Tasks'],
  ['ActivityWorker', 'Activities'],
  ['LocalActivityWorker', 'local Activities'],
]);

/** Watches a worker's slots from its start on. */
export interface SlotWatch {
  /** Says of which kind of task no slot has been free for half a minute; undefined: of none. */
  problem(): string | undefined;
  stop(): void;
}

/**
 * Watches how many slots a worker has free, by its own metrics: one that answers every question and has none takes no
 * work. A look that fails says nothing, and none is held up by one before it.
 */
export function watchSlots(
  readMetrics: () => Promise<string>,
  { everyMs = LOOK_EVERY_MS, patienceMs = PATIENCE_MS } = {},
): SlotWatch {
  const exhaustedSince = new Map<string, number>();
  let taken = 0;
  const timer = setInterval(() => void look().catch(() => exhaustedSince.clear()), everyMs);
  timer.unref();
  return {
    problem() {
      const stuck = [...exhaustedSince].filter(([, since]) => performance.now() - since >= patienceMs);
      return stuck.length === 0
        ? undefined
        : `no slot for ${stuck.map(([kind]) => kind).join(', ')} has been free for ${patienceMs / 1_000} s`;
    },
    stop: () => clearInterval(timer),
  };

  async function look(): Promise<void> {
    const metrics = await readMetrics();
    const free = readFree(metrics);
    const before = taken;
    taken = countTaken(metrics);
    // All slots are at work after a deploy; those that never come back are taken by nothing new.
    if (taken !== before) free.set('Workflow Tasks', 1);
    for (const [kind, slots] of free)
      if (slots > 0) exhaustedSince.delete(kind);
      else if (!exhaustedSince.has(kind)) exhaustedSince.set(kind, performance.now());
  }
}

function countTaken(metrics: string): number {
  return [...metrics.matchAll(TAKEN)].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Free slots by kind of task. */
function readFree(metrics: string): Map<string, number> {
  const free = new Map<string, number>();
  for (const [, labels = '', slots] of metrics.matchAll(AVAILABLE)) {
    const kind = KINDS.get(/worker_type="(\w+)"/.exec(labels)?.[1] ?? '');
    if (kind !== undefined) free.set(kind, Number(slots));
  }
  return free;
}
