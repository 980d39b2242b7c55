import { cutOff } from './cut-off.js';
import { ThreadlineError } from '../../../client/threadline-error.js';

class ByteRoom {
  #used = 0;
  #waiting: { bytes: number; begin: () => void }[] = [];

  constructor(private readonly maxBytes: number) {}

  get isEmpty(): boolean {
    return this.#used === 0 && this.#waiting.length === 0;
  }

  /** Admits in order of arrival. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cutOff(signal.reason);
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(cutOff(signal.reason));
        this.#beginNext();
      };
      const begin = (): void => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const waiter = { bytes, begin };
      this.#waiting.push(waiter);
      signal.addEventListener('abort', abort);
      this.#beginNext();
    });
  }

  give(bytes: number): void {
    this.#used -= bytes;
    this.#beginNext();
  }

  #beginNext(): void {
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      if (this.#used + next.bytes > this.maxBytes) return;
      this.#waiting.shift();
      this.#used += next.bytes;
      next.begin();
    }
  }
}

const admissions = new WeakMap<Request, (bytes: number) => Promise<void>>();

/** Rejects on a disconnect, and with `Gateway.Busy` if all users together leave no room. */
export async function admitLargeBody(request: Request, bytes: number): Promise<void> {
  await admissions.get(request)?.(bytes);
}

/**
 * Beyond a user's limit, a body waits unread. Beyond everyone's limit it is refused, because any number of users
 * could wait.
 */
export class LargeBodies {
  readonly #rooms = new Map<string, ByteRoom>();
  #used = 0;

  constructor(private readonly bounds: { maxBytesPerUser: number; maxBytes: number }) {}

  async during<Result>(
    { request, user }: { request: Request; user: string },
    handle: () => Promise<Result>,
  ): Promise<Result> {
    let held = 0;
    admissions.set(request, async (bytes) => {
      const room = this.#rooms.get(user) ?? new ByteRoom(this.bounds.maxBytesPerUser);
      this.#rooms.set(user, room);
      await room.take(bytes, request.signal);
      held += bytes;
      this.#used += bytes;
      if (this.#used > this.bounds.maxBytes)
        throw new ThreadlineError(
          'Gateway.Busy',
          `The gateway is already reading ${this.bounds.maxBytes} bytes of large requests, its limit: try again later`,
        );
    });
    try {
      return await handle();
    } finally {
      const room = this.#rooms.get(user);
      this.#used -= held;
      if (held > 0) room?.give(held);
      if (room?.isEmpty === true) this.#rooms.delete(user);
    }
  }
}
