import type { ChangeListener } from '../../store/listen.js';

/** A lost notice is made up for by looking this often. */
const LOOK_MS = 1_000;

/** Waits for the next change of a Workflow's rows; one that comes between two waits ends the next at once. */
export interface WakeUp {
  wait(): Promise<void>;
  stop(): void;
}

/** Hears of changes from the listener, of an abort from the signal, and wakes by itself every second. */
export function createWakeUp(
  listener: ChangeListener,
  workflowId: string,
  signal: AbortSignal | undefined,
): WakeUp {
  let isDue = false;
  let resume: (() => void) | undefined;
  const wake = (): void => {
    isDue = true;
    resume?.();
  };
  const unsubscribe = listener.on(workflowId, wake);
  signal?.addEventListener('abort', wake);
  return {
    async wait() {
      if (!isDue) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          resume = resolve;
          timer = setTimeout(resolve, LOOK_MS);
        });
        clearTimeout(timer);
        resume = undefined;
      }
      isDue = false;
    },
    stop() {
      unsubscribe();
      signal?.removeEventListener('abort', wake);
    },
  };
}
