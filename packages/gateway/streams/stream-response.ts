import type { Context } from 'hono';
import { setTimeout as sleep } from 'node:timers/promises';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { describeProblem } from '../errors/describe-problem.js';
import type { GatewayContext, GatewayEnv, RequestOrigin } from '../gateway-env.js';

export interface StreamedAnswer {
  /** The signal aborts if the reader leaves or stalls, and when the gateway ends. */
  pieces: (signal: AbortSignal) => AsyncIterable<string>;
  headers?: Record<string, string>;
  /** After a failure. With `isEnding`, the answer continues elsewhere. Undefined cuts the connection. */
  toLastPiece?: ((error: unknown, facts: { isEnding: boolean }) => string | undefined) | undefined;
  /** For clients that take a stream's end for the answer's end. Others reconnect. */
  failsWhenEnded?: boolean | undefined;
}

/** Refusals arrive within this time. A queued turn sends nothing for longer. */
const FIRST_PIECE_MS = 1_000;
/** Most proxies close a connection after a minute without data. */
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': \n\n';

const ENCODER = new TextEncoder();

/**
 * One piece at a time, so a slow reader costs no memory. Waits for the first piece, so that a refusal gets its own
 * status. A 204 stops an `EventSource` from reconnecting; other clients get an empty stream. Throws `Gateway.LimitReached`.
 */
export async function streamResponse(
  c: Context<GatewayEnv>,
  { streams, slowReaderMs }: GatewayContext,
  { pieces, headers = {}, toLastPiece, failsWhenEnded = false }: StreamedAnswer,
): Promise<Response> {
  const { signal, close } = streams.open(c.get('caller').user);
  const iterator = pieces(signal)[Symbol.asyncIterator]();
  const first = iterator.next();
  // Handled, because the promise rejects if the reader leaves.
  first.catch(() => undefined);
  try {
    const result = await Promise.race([
      first,
      sleep(FIRST_PIECE_MS, undefined, { signal, ref: false }).catch(() => undefined),
    ]);
    if (result?.done === true && !signal.aborted && !failsWhenEnded) {
      close();
      return c.body(null, 204);
    }
  } catch (error) {
    close();
    throw error;
  }
  const { cut } = c.env;
  const body = toBody({ first, iterator, signal, close, cut, slowReaderMs, toLastPiece, failsWhenEnded });
  if (c.req.method === 'HEAD') await body.cancel();
  return new Response(c.req.method === 'HEAD' ? null : body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      // Otherwise, nginx would buffer the pieces.
      'x-accel-buffering': 'no',
      ...headers,
    },
  });
}

interface OpenAnswer {
  first: Promise<IteratorResult<string>>;
  iterator: AsyncIterator<string>;
  signal: AbortSignal;
  close: () => void;
  cut: RequestOrigin['cut'];
  slowReaderMs: number;
  toLastPiece: StreamedAnswer['toLastPiece'];
  failsWhenEnded: boolean;
}

function toBody({
  first,
  iterator,
  signal,
  close,
  cut,
  slowReaderMs,
  toLastPiece,
  failsWhenEnded,
}: OpenAnswer): ReadableStream<Uint8Array> {
  let next: Promise<IteratorResult<string>> | undefined = first;
  let unread: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(unread);
    close();
    // Waits for the pending piece, which the signal ends.
    iterator.return?.().catch(() => undefined);
  };
  const awaitReader = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    unread = setTimeout(() => {
      end();
      if (!cut) return controller.error(new Error('The client stopped reading'));
      cut();
      controller.close();
    }, slowReaderMs).unref();
  };
  const pieceOrEnd = async (piece: Promise<IteratorResult<string>>): ReturnType<typeof pieceOrSilence> => {
    const result = await pieceOrSilence(piece, signal);
    const isEnd = result === ENDED || (result !== SILENCE && result.done === true);
    if (isEnd && signal.aborted && failsWhenEnded)
      throw new ThreadlineError('Client.Unavailable', 'The gateway is shutting down');
    return result;
  };
  return new ReadableStream<Uint8Array>(
    {
      // Ends an answer that nobody reads: a server may drop a response whose reader has left.
      start: awaitReader,
      async pull(controller) {
        clearTimeout(unread);
        next ??= iterator.next();
        const piece = await pieceOrEnd(next).catch((error: unknown) => {
          const isEnding = signal.aborted;
          end();
          const lastPiece = breakOff(error, { toLastPiece, cut, isEnding });
          if (lastPiece !== undefined) controller.enqueue(ENCODER.encode(lastPiece));
          return ENDED;
        });
        if (piece !== SILENCE) next = undefined;
        if (piece === ENDED || (piece !== SILENCE && piece.done === true)) {
          end();
          controller.close();
          return;
        }
        controller.enqueue(ENCODER.encode(piece === SILENCE ? KEEP_ALIVE : piece.value));
        awaitReader(controller);
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

function breakOff(
  error: unknown,
  { toLastPiece, cut, isEnding }: Pick<OpenAnswer, 'toLastPiece' | 'cut'> & { isEnding: boolean },
): string | undefined {
  const lastPiece = toLastPiece?.(error, { isEnding });
  if (lastPiece !== undefined) return lastPiece;
  const { status, message } = describeProblem(error);
  if (!cut || status === 500) throw new Error(message, { cause: error });
  cut();
  return undefined;
}

const SILENCE = 'silence' as const;
const ENDED = 'ended' as const;

async function pieceOrSilence(
  next: Promise<IteratorResult<string>>,
  signal: AbortSignal,
): Promise<IteratorResult<string> | typeof SILENCE | typeof ENDED> {
  let timer: NodeJS.Timeout | undefined;
  let stop = (): void => undefined;
  const waiting = new Promise<typeof SILENCE | typeof ENDED>((resolve) => {
    timer = setTimeout(() => resolve(SILENCE), KEEP_ALIVE_MS);
    stop = () => resolve(ENDED);
  });
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([next, waiting]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
