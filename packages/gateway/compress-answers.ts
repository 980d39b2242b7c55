import type { Context, MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { isForeignPage } from './access/foreign-page.js';
import type { GatewayEnv } from './gateway-env.js';

/** Not event streams: a compressor would hold back their pieces. */
const COMPRESSED = /^(?:application\/json|text\/html)\b/;

/**
 * Compresses JSON and HTML from 1 KB on for clients that accept gzip. Pages of unlisted origins get it
 * uncompressed: from the compressed length of an answer that contains their guess, they could guess a user's
 * text.
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

/** Without a length, Hono compresses even the shortest answer. */
async function setContentLength(c: Context<GatewayEnv>): Promise<void> {
  if (c.res.body === null || !COMPRESSED.test(c.res.headers.get('content-type') ?? '')) return;
  const body = await c.res.arrayBuffer();
  c.res = new Response(body, c.res);
  c.res.headers.set('content-length', String(body.byteLength));
}
