import type { Context } from 'hono';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { GatewayEnv } from '../gateway-env.js';

/** Aborts when the client leaves and when the gateway ends. */
export function untilLeft(c: Context<GatewayEnv>, ending: AbortSignal | undefined): AbortSignal {
  const { signal } = c.req.raw;
  return ending ? AbortSignal.any([signal, ending]) : signal;
}

/** Only a client of a gateway that ends still reads it. */
export function unanswered(): ThreadlineError {
  return new ThreadlineError('Client.Unavailable', 'The gateway is shutting down');
}
