import type { Context } from 'hono';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { GatewayEnv } from '../../gateway-env.js';
import { parseJson } from '../../requests/parse-json.js';
import { readText } from '../../requests/read-bytes.js';
import { invalidField } from '../errors/openai-error.js';

/** Reads the body of a request as JSON; an empty one is an object without fields. */
export async function readJson(c: Context<GatewayEnv>): Promise<unknown> {
  const text = await readText(c.req.raw);
  try {
    return text === '' ? {} : parseJson(text);
  } catch (error) {
    if (error instanceof ThreadlineError) throw error;
    throw invalidField('body', 'The request body is not JSON');
  }
}
