import type { IncomingMessage } from 'node:http';

/** Reads a request body as text; null when it is over the limit, which is read to its end but not kept. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // A client that is still sending would see a reset instead of the answer, so the rest is read all the same.
    if (bytes <= limitBytes) chunks.push(chunk);
  }
  return bytes > limitBytes ? null : Buffer.concat(chunks).toString('utf8');
}
