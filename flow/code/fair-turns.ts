import { FairQueue } from './fair-queue.js';

/** Who asks for a turn, and how long they wait for it. */
export interface TurnRequest {
  /** The lines that are served in turn, outermost first, as ['user', 'execution']. */
  line: readonly string[];
  /** Aborted: leaves the queue at once. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the queue is left; default: never. */
  patienceMs?: number | undefined;
  /**
   * Milliseconds by the clock after which work that has begun is given up: on a busy machine a second on a core may take
   * many. Default: never.
   */
  runMs?: number | undefined;
}

/** So many turns at once, and a fair queue for those who come when all are taken. */
export class FairTurns {
  readonly #queue = new FairQueue<() => void>();
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  /** Waits for a turn: false when none came in time. Rejects with the signal's reason when that is aborted. */
  async take({ line, signal, patienceMs }: Omit<TurnRequest, 'runMs'>): Promise<boolean> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#queue.remove(line, begin);
      };
      const begin = (): void => {
        leave();
        resolve(true);
      };
      const abort = (): void => {
        leave();
        reject(signal?.reason as Error);
      };
      const giveUp = (): void => {
        leave();
        resolve(false);
      };
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs);
      signal?.addEventListener('abort', abort);
      this.#queue.push(line, begin);
    });
  }

  /** Gives a turn back, which is the next one's at once. */
  give(): void {
    const next = this.#queue.take();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
