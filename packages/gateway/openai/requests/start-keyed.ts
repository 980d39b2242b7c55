import type { Context } from 'hono';
import type { Caller, GatewayEnv } from '../../gateway-env.js';
import { hashBody } from '../../requests/hash-body.js';
import { KEY_REUSED, toOpenAiError } from '../errors/to-openai-error.js';

const DELIVERY = ['stream', 'stream_options', 'background', 'include'];

/** Undefined for an empty header, which some clients send. */
export function readIdempotencyKey(c: Context<GatewayEnv>): string | undefined {
  return c.req.header('idempotency-key') || undefined;
}

/**
 * A rejected request frees its key. Throws `Turn.Conflict` if the key had another endpoint, conversation or body.
 * Ignores fields of the delivery. `start` receives the time of the key's first request.
 */
export async function startKeyed<Started>(
  { client, user }: Caller,
  request: {
    key: string | undefined;
    endpoint: string;
    channel: string | undefined;
    body: unknown;
    start: (firstAt: Date) => Promise<Started>;
  },
): Promise<Started> {
  const { key, endpoint, channel, body, start } = request;
  if (key === undefined) return start(new Date());
  const fields = Object.entries(body as object).filter(([name]) => !DELIVERY.includes(name));
  const hash = await hashBody([endpoint, channel, Object.fromEntries(fields)]);
  const claim = await client.claimKey(key, { user, hash });
  try {
    return await start(claim.createdAt);
  } catch (error) {
    // Statuses below 500: nothing was stored.
    const { status, code } = toOpenAiError(error).facts;
    if (status < 500 && code !== KEY_REUSED.code) await claim.release();
    throw error;
  }
}
