import type { Context } from 'hono';
import type { GatewayEnv } from '../../gateway-env.js';
import { invalidField } from '../errors/openai-error.js';

/** The body of a request as JSON. */
export async function readJson(c: Context<GatewayEnv>): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('body', 'The body of the request is not JSON');
  }
}
