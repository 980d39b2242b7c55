import type { ChangeListener } from '../../store/listen.js';

/**
 * How soon a lost notice is made up for. Behind a transaction pooler, which drops notices, a reader hears in
 * this rhythm.
 */
const LOOK_MS = 1_000;
/** The longest pause between polls of an idle reader: hundreds of open streams would keep the database busy. */
const MAX_LOOK_MS = 8_000;
/** Looks of all readers of a process fall on these moments, so that one statement serves those that are due. */
const LOOK_GRID_MS = 500;

/** Waits for the next change of a Workflow's rows; one that comes between two waits ends the next at once. */
export interface WakeUp {
  /** `hadNews`: the reader found something since the wait before; default true. */
  wait(hadNews?: boolean): Promise<void>;
  stop(): void;
}

/**
 * Hears of changes from the listener, of an abort from the signal, and wakes by itself: after a second, and each time
 * that nothing was found then after twice as long, up to eight seconds; up to half a second sooner, to look with others.
 */
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
