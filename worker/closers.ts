import { errorMessage } from '../protocol/error-message.js';

/** The things that a worker has opened, to be closed when it ends or cannot start. */
export interface Closers {
  add(close: () => Promise<unknown>): void;
  /** Closes what was opened, last first. One that cannot be closed is told, and keeps none of the others open. */
  closeAll(): Promise<void>;
}

/** Begins with nothing opened. */
export function createClosers(note: (level: string, message: string) => void): Closers {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    add: (close) => void closers.push(close),
    async closeAll() {
      for (let close = closers.pop(); close !== undefined; close = closers.pop())
        await close().catch((error: unknown) => note('WARN', `Closing failed: ${errorMessage(error)}`));
    },
  };
}
