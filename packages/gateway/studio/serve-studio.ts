import type { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { GatewayEnv } from '../gateway-env.js';
import { readStudio, type StudioFile } from './studio-files.js';

const BASE = '/studio/';
const PAGE = 'index.html';

/** The pages cannot be framed, nor load from or send to other origins. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the studio: `createGateway({ …, studio: serveStudio })`. Its files are public and read from the package's
 * folder, so keep `threadline` external when bundling.
 */
export function serveStudio(app: Hono<GatewayEnv>): void {
  let files: Map<string, StudioFile> | undefined;
  app.get('/', (c) => c.redirect(BASE));
  app.get(BASE.slice(0, -1), (c) => c.redirect(BASE));
  app.get(`${BASE}*`, async (c) => {
    files ??= readStudio();
    if (!files)
      throw new ThreadlineError('Client.NotFound', 'The studio is not built: run `npm run build:studio`');
    const path = c.req.path.slice(BASE.length);
    const file = files.get(path === '' ? PAGE : path);
    if (!file) throw new ThreadlineError('Client.NotFound', 'The file does not exist in the studio');
    const header = 'Accept-Encoding';
    const isZipped = accepts(c, { header, supports: ['gzip'], default: '' }) === 'gzip';
    return c.body(isZipped ? await file.gzipped() : file.content, 200, {
      'content-type': file.type,
      ...(isZipped && { 'content-encoding': 'gzip' }),
      vary: header,
      'content-security-policy': POLICY,
      'cache-control': file.isLasting ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  });
}
