import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** All waits reject when the connection closes. */
export interface Exchange {
  readonly head: (status: number, headers: Readonly<Record<string, string>>) => void;
  /** Resolves once the connection has the text. */
  readonly write: (text: string) => Promise<void>;
  readonly end: (text?: string) => void;
  readonly destroy: () => void;
  readonly wait: (delayMs: number) => Promise<void>;
  readonly waitFor: (event: Promise<void>) => Promise<void>;
  readonly waitForClose: () => Promise<never>;
}

/** `onClosedByClient`: the client disconnected before the response was complete. */
export function openExchange(response: ServerResponse, onClosedByClient: () => void): Exchange {
  const closing = new AbortController();
  let destroyedHere = false;
  response.on('close', () => {
    if (!response.writableFinished && !destroyedHere) onClosedByClient();
    closing.abort();
  });
  const closed = new Promise<never>((_, reject) => {
    closing.signal.addEventListener('abort', () => reject(new ConnectionClosed()), { once: true });
  });
  // Most responses end without a waiter.
  closed.catch(() => undefined);
  return {
    head: (status, headers) => {
      if (response.headersSent) return;
      response.writeHead(status, headers);
      response.flushHeaders();
    },
    write: async (text) => {
      closing.signal.throwIfAborted();
      await Promise.race([new Promise<void>((done) => response.write(text, () => done())), closed]);
    },
    end: (text) => void response.end(text),
    destroy: () => {
      destroyedHere = true;
      response.destroy();
    },
    wait: (delayMs) => sleep(delayMs, undefined, { signal: closing.signal }),
    waitFor: (event) => Promise.race([event, closed]),
    waitForClose: () => closed,
  };
}

/** A disconnect is no server error. */
class ConnectionClosed extends Error {
  override readonly name = 'AbortError';
}

export function isConnectionClosed(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
