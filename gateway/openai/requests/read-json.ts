import type { Context } from 'hono';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { GatewayEnv } from '../../gateway-env.js';
import { parseJson } from '../../requests/parse-json.js';
import { invalidField } from '../errors/openai-error.js';

/** The body of a request as JSON. */
export async function readJson(c: Context<GatewayEnv>): Promise<unknown> {
  const text = await c.req.text();
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof ThreadlineError) throw error;
    throw invalidField('body', 'The body of the request is not JSON');
  }
}
