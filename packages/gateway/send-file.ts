import type { Context } from 'hono';
import type { Download } from '../../client/uploads/download-file.js';
import type { GatewayEnv } from './gateway-env.js';

/** Keeps browsers from running the file as a page of this origin. */
export function sendFile(
  c: Context<GatewayEnv>,
  { content, mediaType }: Pick<Download, 'content' | 'mediaType'>,
): Response {
  c.header('content-disposition', 'attachment');
  c.header('content-security-policy', 'sandbox');
  return c.body(content as Uint8Array<ArrayBuffer>, 200, { 'content-type': mediaType });
}
