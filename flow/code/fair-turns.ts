import { FairQueue } from './fair-queue.js';

export interface TurnRequest {
  line: readonly string[];
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Wall-clock time: a second of CPU may take many. */
  runMs?: number | undefined;
}

export class FairTurns {
  readonly #queue = new FairQueue<() => void>();
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Returns false if no turn was free in time. Rejects with an aborted signal's reason. */
  async take({ line, signal, timeoutMs }: Omit<TurnRequest, 'runMs'>): Promise<boolean> {
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
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
      signal?.addEventListener('abort', abort);
      this.#queue.push(line, begin);
    });
  }

  give(): void {
    const next = this.#queue.take();
    if (!next) this.#free += 1;
    else next();
  }
}
