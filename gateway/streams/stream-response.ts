import type { Context } from 'hono';
import { setTimeout as sleep } from 'node:timers/promises';
import { ThreadlineError } from '../../client/threadline-error.js';
import { describeProblem } from '../errors/describe-problem.js';
import type { GatewayContext, GatewayEnv, RequestOrigin } from '../gateway-env.js';

/** An answer that is sent as it comes to be. */
export interface StreamedAnswer {
  /** Makes the pieces, until the signal aborts: the reader left, does not read, or is to go on elsewhere. */
  pieces: (signal: AbortSignal) => AsyncIterable<string>;
  headers?: Record<string, string>;
  /**
   * Tells a failure that comes after the headers, when it is too late for a status; `isEnding`: the gateway ends, and the answer goes
   * on. Undefined, and by default: the connection is cut.
   */
  toLastPiece?: ((error: unknown, facts: { isEnding: boolean }) => string | undefined) | undefined;
  /**
   * Where the gateway ends before the answer does: true fails as any fault does, for readers who take an end without a word for
   * the end of the answer. Default: the stream just ends, and the reader comes back by itself.
   */
  failsWhenEnded?: boolean | undefined;
}

/** The time within which a refusal comes; a turn that waits for others says nothing for longer. */
const FIRST_PIECE_MS = 1_000;
/** Proxies close what is silent, mostly after a minute. */
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': \n\n';

const ENCODER = new TextEncoder();

/**
 * The response of a streamed answer, as Server-Sent Events. One piece at a time is asked for, when the reader has taken the one
 * before, so that a slow one costs no memory. Waits a moment for the first piece, so that what is refused is an error with its
 * status; its headers come without it then. 204 where there is nothing left to send, at which an `EventSource` stays away. Throws
 * `Gateway.LimitReached` for a user with too many open streams.
 */
export async function streamResponse(
  c: Context<GatewayEnv>,
  { streams, slowReaderMs }: GatewayContext,
  { pieces, headers = {}, toLastPiece, failsWhenEnded = false }: StreamedAnswer,
): Promise<Response> {
  const { signal, close } = streams.open(c.get('caller').user);
  const iterator = pieces(signal)[Symbol.asyncIterator]();
  const first = iterator.next();
  // A reader that leaves before it has read anything hears of no failure.
  first.catch(() => undefined);
  try {
    const result = await Promise.race([
      first,
      sleep(FIRST_PIECE_MS, undefined, { signal, ref: false }).catch(() => undefined),
    ]);
    if (result?.done === true && !signal.aborted) {
      close();
      return c.body(null, 204);
    }
  } catch (error) {
    close();
    throw error;
  }
  const { cut } = c.env;
  const body = toBody({ first, iterator, signal, close, cut, slowReaderMs, toLastPiece, failsWhenEnded });
  // Nobody reads it.
  if (c.req.method === 'HEAD') await body.cancel();
  return new Response(c.req.method === 'HEAD' ? null : body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      // Nginx would hold the pieces back.
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

/** Every read asks for one piece. What nobody reads is not made. */
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
    // Waits for the piece that is being made, which the signal ends.
    iterator.return?.().catch(() => undefined);
  };
  const awaitReader = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    unread = setTimeout(() => {
      end();
      if (cut === undefined) return controller.error(new Error('The reader does not read'));
      cut();
      controller.close();
    }, slowReaderMs).unref();
  };
  const pieceOrEnd = async (piece: Promise<IteratorResult<string>>): ReturnType<typeof pieceOrSilence> => {
    const result = await pieceOrSilence(piece, signal);
    const isEnd = result === ENDED || (result !== SILENCE && result.done === true);
    if (isEnd && signal.aborted && failsWhenEnded)
      throw new ThreadlineError('Client.Unavailable', 'The gateway ends');
    return result;
  };
  return new ReadableStream<Uint8Array>(
    {
      // A server may drop a response whose reader left before it came.
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

/** Ends a stream that failed: returns its last piece, or cuts the connection. Throws for a server that cannot, and for a fault. */
function breakOff(
  error: unknown,
  { toLastPiece, cut, isEnding }: Pick<OpenAnswer, 'toLastPiece' | 'cut'> & { isEnding: boolean },
): string | undefined {
  const lastPiece = toLastPiece?.(error, { isEnding });
  if (lastPiece !== undefined) return lastPiece;
  const { status, message } = describeProblem(error);
  // The server logs the cause, and may send the reader the message.
  if (cut === undefined || status === 500) throw new Error(message, { cause: error });
  cut();
  return undefined;
}

const SILENCE = 'silence' as const;
const ENDED = 'ended' as const;

/** The next piece, or that none came for a while, or that none is wanted any more. */
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
