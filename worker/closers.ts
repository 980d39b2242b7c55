import { errorMessage } from '../protocol/error-message.js';

/** The things that a worker has opened, to be closed when it ends or cannot start. */
export interface Closers {
  /** Returns a function that closes this one earlier, at most once. */
  add(close: () => Promise<unknown>): () => Promise<void>;
  /** Closes what was opened, last first. One that cannot be closed is told, and keeps none of the others open. */
  closeAll(): Promise<void>;
}

/** Begins with nothing opened. */
export function createClosers(note: (level: string, message: string) => void): Closers {
  const closers: (() => Promise<void>)[] = [];
  return {
    add(close) {
      let closed: Promise<void> | undefined;
      const closeOnce = (): Promise<void> => (closed ??= attempt(close));
      closers.push(closeOnce);
      return closeOnce;
    },
    async closeAll() {
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
    },
  };

  async function attempt(close: () => Promise<unknown>): Promise<void> {
    try {
      await close();
    } catch (error) {
      note('WARN', `Closing failed: ${errorMessage(error)}`);
    }
  }
}
