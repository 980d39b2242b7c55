import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { MCP_LIMITS } from '../mcp-limits.js';

/** Ends the responses of a call, also those that the SDK resumes. Aborted after the call. */
export const endOfCall = new AsyncLocalStorage<AbortSignal>();

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Reports a broken response before the timeout, ends the responses of ended calls, and throttles floods. */
export function createBoundedFetch(onBroken: (why: string) => void): typeof fetch {
  return async (input, init) => {
    const signal = endOfCall.getStore() ?? init?.signal;
    // The status makes the SDK give up a stream that it resumes.
    if (signal?.aborted === true) return new Response(null, { status: 405 });
    const response = await fetch(input, { ...init, signal });
    if (response.body === null) return response;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const isAnswer = init?.method === 'POST';
    const body = boundMessages(response.body, isStream, (error) => {
      if (isAnswer && isStream && signal?.aborted !== true) onBroken(describe(error));
    });
    const { status, statusText, headers } = response;
    const plain = new Headers(headers);
    // These headers describe the original bytes.
    for (const name of ['content-encoding', 'content-length']) plain.delete(name);
    const bounded = new Response(ReadableStream.from(body) as ReadableStream<Uint8Array>, {
      status,
      statusText,
      headers: plain,
    });
    // Set, because the transport follows redirects by this URL.
    Object.defineProperty(bounded, 'url', { value: response.url });
    return bounded;
  };
}

async function* boundMessages(
  body: ReadableStream<Uint8Array>,
  isStream: boolean,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let events = 0;
  let since = performance.now();
  const readEvent = createEventReader();
  try {
    for await (const chunk of body) {
      let from = 0;
      for (let to = 0; to < chunk.length;) {
        const end = isStream ? readEvent(chunk, to) : -1;
        bytes = end === -1 ? bytes + chunk.length - to : 0;
        to = end === -1 ? chunk.length : end;
        if (bytes > MCP_LIMITS.messageBytes)
          throw new Error(
            `it sent a message of more than ${MCP_LIMITS.messageBytes / 1024 / 1024} MB, which was not read: ask for less`,
          );
        if (end !== -1) events += 1;
        if (events < MCP_LIMITS.messagesPerSecond) continue;
        yield chunk.subarray(from, to);
        from = to;
        await delay(Math.max(0, since + 1_000 - performance.now()), undefined, { ref: false });
        events = 0;
        since = performance.now();
      }
      if (from < chunk.length) yield chunk.subarray(from);
    }
  } catch (error) {
    onError(error);
    throw error;
  }
}

/** Returns the end of the next event, or -1. An empty line ends an event; LF, CR and CR LF end a line. */
function createEventReader(): (chunk: Uint8Array, from: number) => number {
  let isLineEmpty = true;
  let wasReturn = false;
  return (chunk, from) => {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      const isLineFeed = byte === NEWLINE && wasReturn;
      wasReturn = byte === RETURN;
      if (isLineFeed) continue;
      const isLineEnd = wasReturn || byte === NEWLINE;
      const isEventEnd = isLineEnd && isLineEmpty;
      isLineEmpty = isLineEnd;
      if (isEventEnd) return at + 1;
    }
    return -1;
  };
}

/** Adds the cause, which `fetch failed` hides. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : undefined;
  return code === undefined ? error.message : `${error.message} (${code})`;
}
