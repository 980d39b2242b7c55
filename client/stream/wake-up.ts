import type { ChangeListener } from '../../store/listen.js';
import { metrics } from '../../telemetry/metrics/metric-registry.js';

/** Notices may be lost, such as behind a transaction pooler. */
const LOOK_MS = 1_000;
/** Limits the database's load from idle readers. */
const MAX_LOOK_MS = 8_000;
/** One statement then serves all readers. */
const LOOK_GRID_MS = 500;

export interface WakeUp {
  /** `hadNews`: the last wait led to news. Default: true. */
  wait(hadNews?: boolean): Promise<void>;
  stop(): void;
}

/** Backs off while idle. A poll may be half a second early. */
export function createWakeUp(
  listener: ChangeListener,
  workflowId: string,
  signal: AbortSignal | undefined,
): WakeUp {
  let isDue = false;
  let isQuiet = false;
  let lookMs = LOOK_MS;
  let resume: (() => void) | undefined;
  const wake = (): void => {
    isDue = true;
    resume?.();
  };
  const unsubscribe = listener.on(workflowId, wake);
  signal?.addEventListener('abort', wake);
  return {
    async wait(hadNews = true) {
      lookMs = isQuiet && !hadNews ? Math.min(lookMs * 2, MAX_LOOK_MS) : LOOK_MS;
      if (!isDue) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          resume = resolve;
          timer = setTimeout(resolve, msToLook(lookMs));
        });
        clearTimeout(timer);
        resume = undefined;
      }
      metrics.count('threadline_stream_wakeups_total', { cause: isDue ? 'notification' : 'timer' });
      isQuiet = !isDue;
      isDue = false;
    },
    stop() {
      unsubscribe();
      signal?.removeEventListener('abort', wake);
    },
  };
}

function msToLook(lookMs: number): number {
  const now = performance.now();
  return Math.floor((now + lookMs) / LOOK_GRID_MS) * LOOK_GRID_MS - now;
}
