import type { ChangeListener } from '../../store/listen.js';
import { metrics } from '../../telemetry/metrics/metric-registry.js';

/** Polls, because notices may be lost, such as behind a transaction pooler. */
const POLL_MS = 1_000;
/** Idle readers poll more rarely, to limit the database's load. */
const MAX_POLL_MS = 8_000;
/** Polls are due at multiples of this time, so that one statement serves all readers. */
const POLL_GRID_MS = 500;

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
  let pollMs = POLL_MS;
  let resume: (() => void) | undefined;
  const wake = (): void => {
    isDue = true;
    resume?.();
  };
  const unsubscribe = listener.on(workflowId, wake);
  signal?.addEventListener('abort', wake);
  return {
    async wait(hadNews = true) {
      pollMs = isQuiet && !hadNews ? Math.min(pollMs * 2, MAX_POLL_MS) : POLL_MS;
      if (!isDue) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          resume = resolve;
          timer = setTimeout(resolve, msToPoll(pollMs));
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

function msToPoll(pollMs: number): number {
  const now = performance.now();
  return Math.floor((now + pollMs) / POLL_GRID_MS) * POLL_GRID_MS - now;
}
