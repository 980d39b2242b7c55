import { ThreadlineError } from '../../client/threadline-error.js';

/** A 20 MB file in base64, with room for the JSON around it. */
const MAX_BODY_BYTES = 28 * 1024 * 1024;
/** A longer body is read up to this size and discarded: most clients read no answer before they have sent their body. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/**
 * Reads the body of a request. Throws `Gateway.TooLarge` for a body that is too long: after reading it if its declared length is
 * at most 64 MB, else as soon as that shows. Reads the stream itself: Hono's `bodyLimit` makes a shortened copy with the process's
 * own `Request`, which rejects the requests of most Node servers.
 */
export async function readBytes({ headers, body }: Request): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(headers.get('content-length'));
  if (declared > MAX_READ_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    if (declared > MAX_BODY_BYTES) continue;
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  if (declared > MAX_BODY_BYTES) throw tooLarge();
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Reads the body of a request as text. Throws as `readBytes` does. */
export async function readText(request: Request): Promise<string> {
  return new TextDecoder().decode(await readBytes(request));
}

function tooLarge(): ThreadlineError {
  return new ThreadlineError('Gateway.TooLarge', `The body is longer than ${MAX_BODY_BYTES} bytes`);
}
