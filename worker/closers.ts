import { errorMessage } from '../protocol/error-message.js';

export interface Closers {
  add(close: () => Promise<unknown>): () => Promise<void>;
  closeAll(): Promise<void>;
}

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
      for (let close = closers.pop(); close; close = closers.pop()) await close();
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
