import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Exchange = ReturnType<typeof openExchange>;

/** Waits reject when the connection closes; before the response is complete, this also calls `onClosedByClient`. */
export function openExchange(response: ServerResponse, onClosedByClient: () => void) {
  const closing = new AbortController();
  let destroyedHere = false;
  response.on('close', () => {
    if (!response.writableFinished && !destroyedHere) onClosedByClient();
    closing.abort();
  });
  const closed = new Promise<never>((_, reject) => {
    closing.signal.addEventListener('abort', () => reject(new ConnectionClosed()), { once: true });
  });
  // Most responses end while nobody waits.
  closed.catch(() => undefined);
  return {
    head: (status: number, headers: Readonly<Record<string, string>>): void => {
      if (response.headersSent) return;
      response.writeHead(status, headers);
      response.flushHeaders();
    },
    write: async (text: string): Promise<void> => {
      closing.signal.throwIfAborted();
      await Promise.race([new Promise<void>((done) => response.write(text, () => done())), closed]);
    },
    end: (text?: string): void => void response.end(text),
    destroy: (): void => {
      destroyedHere = true;
      response.destroy();
    },
    wait: (delayMs: number): Promise<void> => sleep(delayMs, undefined, { signal: closing.signal }),
    waitFor: (event: Promise<void>): Promise<void> => Promise.race([event, closed]),
    waitForClose: (): Promise<never> => closed,
  };
}

/** A client's disconnect is not a server error. */
class ConnectionClosed extends Error {
  override readonly name = 'AbortError';
}

export function isConnectionClosed(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
