import type { Context } from 'hono';
import type { GatewayEnv } from '../gateway-env.js';
import { renderOpenAiError } from './errors/openai-error.js';
import { toOpenAiError } from './errors/to-openai-error.js';

/** A handler whose failures are answered as clients of this protocol read them. */
export function answering(
  handle: (c: Context<GatewayEnv>) => Promise<Response>,
): (c: Context<GatewayEnv>) => Promise<Response> {
  return async (c) => {
    try {
      return await handle(c);
    } catch (error) {
      c.set('failure', error);
      const { status, headers, body } = renderOpenAiError(toOpenAiError(error));
      return c.json(body, status, headers);
    }
  };
}
