import { setImmediate as nextTick } from 'node:timers/promises';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { cutOff } from './cut-off.js';
import { admitLargeBody } from './large-bodies.js';

/** Enough for 20 MB of files in base64, plus JSON. */
export const MAX_FILES_BYTES = 28 * 1024 * 1024;
export const MAX_PLAIN_BYTES = 2 * 1024 * 1024;
/** Most clients read no answer until they have sent their body, so a refused one is read up to this size. */
const MAX_READ_BYTES = 64 * 1024 * 1024;
/** After each piece of this size, other requests run. */
const TURN_BYTES = 512 * 1024;

/**
 * Throws `Gateway.TooLarge`, `Gateway.Busy`, and errors of `look`, after reading the rest of a body of up to 64 MB.
 * Hono's `bodyLimit` would copy the request with the global `Request`, which rejects requests of most Node servers.
 */
export async function readPieces(
  request: Request,
  { maxBytes, look }: { maxBytes: number; look?: (piece: Buffer) => void },
): Promise<Buffer[]> {
  const declared = Number(request.headers.get('content-length'));
  if (declared > MAX_READ_BYTES) throw tooLarge(maxBytes);
  let pieces: Buffer[] = [];
  let length = 0;
  let problem: unknown = declared > maxBytes ? tooLarge(maxBytes) : undefined;
  let turn = 0;
  let isLarge = declared > MAX_PLAIN_BYTES;
  if (isLarge) problem ??= await findRefusal(request, declared);
  for await (const chunk of readChunks(request))
    for (const piece of split(chunk)) {
      turn += piece.length;
      if (turn >= TURN_BYTES) {
        turn = 0;
        await nextTick();
      }
      if (problem !== undefined) continue;
      length += piece.length;
      pieces.push(piece);
      if (length > MAX_PLAIN_BYTES && !isLarge) {
        isLarge = true;
        problem = await findRefusal(request, maxBytes);
      }
      problem ??= length > maxBytes ? tooLarge(maxBytes) : findProblem(piece, look);
      if (problem === undefined) continue;
      // Without a declared length, the rest may be endless.
      if (!(declared > 0)) throw problem;
      pieces = [];
    }
  if (problem !== undefined) throw problem;
  return pieces;
}

async function* readChunks({ body }: Request): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* body ?? [];
  } catch (error) {
    throw cutOff(error);
  }
}

function findRefusal(request: Request, bytes: number): Promise<unknown> {
  return admitLargeBody(request, bytes).catch((error: unknown) => error);
}

function findProblem(piece: Buffer, look: ((piece: Buffer) => void) | undefined): unknown {
  try {
    look?.(piece);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Cuts chunks, because a framework may pass the whole body as one. */
function* split(chunk: Uint8Array): Iterable<Buffer> {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  for (let from = 0; from < bytes.length; from += TURN_BYTES) yield bytes.subarray(from, from + TURN_BYTES);
}

function tooLarge(maxBytes: number): ThreadlineError {
  return new ThreadlineError('Gateway.TooLarge', `The body is longer than ${maxBytes} bytes`);
}
