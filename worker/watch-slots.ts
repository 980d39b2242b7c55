const LOOK_EVERY_MS = 3_000;
const STUCK_AFTER_MS = 30_000;

const KINDS = [
  { words: 'Workflow Tasks', slots: 'WorkflowWorker', begun: 'temporal_workflow_task_queue_poll_succeed' },
  { words: 'Activities', slots: 'ActivityWorker', begun: 'temporal_activity_task_received' },
  { words: 'local Activities', slots: 'LocalActivityWorker', begun: 'temporal_local_activity_total' },
] as const;

export interface SlotWatch {
  problem(): string | undefined;
  stop(): void;
}

interface Exhausted {
  sinceMs: number;
  begun: number;
}

/** Detects a process that responds although waiting tasks hold all of its slots. */
export function watchSlots(readMetrics: () => Promise<string>): SlotWatch {
  const exhausted = new Map<string, Exhausted>();
  const timer = setInterval(() => void look().catch(() => exhausted.clear()), LOOK_EVERY_MS);
  timer.unref();
  return {
    problem() {
      const stuck = [...exhausted].filter(([, { sinceMs }]) => performance.now() - sinceMs >= STUCK_AFTER_MS);
      return stuck.length === 0
        ? undefined
        : `no slot for ${stuck.map(([words]) => words).join(', ')} has become free for ${STUCK_AFTER_MS / 1_000} s`;
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

function addUp(metrics: string, name: string, label = ''): number | undefined {
  const values = metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}
