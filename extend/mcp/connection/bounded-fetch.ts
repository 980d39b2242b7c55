import { MCP_LIMITS } from '../mcp-limits.js';

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Reports a broken response before the timeout. */
export function createBoundedFetch(onBroken: (why: string) => void): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const isAnswer = init?.method === 'POST';
    const body = boundMessages(response.body, isStream, (error) => {
      if (isAnswer && isStream && init?.signal?.aborted !== true) onBroken(describe(error));
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
  const lastEventEnd = createEventReader();
  try {
    for await (const chunk of body) {
      const end = isStream ? lastEventEnd(chunk) : -1;
      bytes = end === -1 ? bytes + chunk.length : chunk.length - end;
      if (bytes > MCP_LIMITS.messageBytes)
        throw new Error(
          `it sent a message of more than ${MCP_LIMITS.messageBytes / 1024 / 1024} MB, which was not read: ask for less`,
        );
      yield chunk;
    }
  } catch (error) {
    onError(error);
    throw error;
  }
}

/** Returns the end of the last event in a chunk, or -1. An empty line ends an event; LF, CR and CR LF end a line. */
function createEventReader(): (chunk: Uint8Array) => number {
  let isLineEmpty = true;
  let wasReturn = false;
  return (chunk) => {
    let end = -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      const isLineFeed = byte === NEWLINE && wasReturn;
      wasReturn = byte === RETURN;
      if (isLineFeed) continue;
      const isLineEnd = wasReturn || byte === NEWLINE;
      if (isLineEnd && isLineEmpty) end = at + 1;
      isLineEmpty = isLineEnd;
    }
    return end;
  };
}

/** Adds the cause, which `fetch failed` hides. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : undefined;
  return code === undefined ? error.message : `${error.message} (${code})`;
}
