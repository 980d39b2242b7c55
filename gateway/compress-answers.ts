import type { Context, MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { isForeignPage } from './access/foreign-page.js';
import type { GatewayEnv } from './gateway-env.js';

/** Never event streams, whose pieces a compressor would hold back. */
const COMPRESSED = /^(?:application\/json|text\/html)\b/;

/**
 * Compresses JSON and HTML of at least a kilobyte for clients that accept gzip. Pages of unlisted origins get it uncompressed: they
 * could guess a text of the user from the compressed length of answers that contain their own guess.
 */
export function compressAnswers(origins: readonly string[]): MiddlewareHandler<GatewayEnv> {
  const gzip = compress({ encoding: 'gzip', contentTypeFilter: COMPRESSED });
  return (c, next) => {
    if (isForeignPage(c.req.raw, origins)) return next();
    return gzip(c, async () => {
      await next();
      await setContentLength(c);
    });
  };
}

/** Without a length, Hono compresses the shortest answer too. */
async function setContentLength(c: Context<GatewayEnv>): Promise<void> {
  if (c.res.body === null || !COMPRESSED.test(c.res.headers.get('content-type') ?? '')) return;
  const body = await c.res.arrayBuffer();
  c.res = new Response(body, c.res);
  c.res.headers.set('content-length', String(body.byteLength));
}
