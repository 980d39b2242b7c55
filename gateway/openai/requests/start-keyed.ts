import type { Context } from 'hono';
import type { Caller, GatewayEnv } from '../../gateway-env.js';
import { hashBody } from '../../requests/hash-body.js';
import { toOpenAiError } from '../errors/to-openai-error.js';

/** Fields that change how an answer is returned and not the answer: a retry may change them. */
const DELIVERY = ['stream', 'stream_options', 'background', 'include'];

/** Reads the idempotency key of a request. Absent also for an empty header, which some clients send. */
export function readIdempotencyKey(c: Context<GatewayEnv>): string | undefined {
  return c.req.header('idempotency-key') || undefined;
}

/** The statuses of a request that was rejected and stored nothing. */
const REJECTED: readonly number[] = [400, 404];

/**
 * Starts a request under its idempotency key, if it has one: a request that is rejected leaves the key free. Throws `Turn.Conflict` where
 * the key was used for a request that differs in its endpoint, conversation or any field of its body, except for how the answer is
 * delivered.
 */
export async function startKeyed<Started>(
  { client, user }: Caller,
  request: {
    key: string | undefined;
    endpoint: string;
    channel: string | undefined;
    body: unknown;
    start: () => Promise<Started>;
  },
): Promise<Started> {
  const { key, endpoint, channel, body, start } = request;
  if (key === undefined) return start();
  // It was read as a request before.
  const fields = Object.entries(body as object).filter(([name]) => !DELIVERY.includes(name));
  const hash = await hashBody([endpoint, channel, Object.fromEntries(fields)]);
  const claim = await client.claimKey(key, { user, hash });
  try {
    return await start();
  } catch (error) {
    if (REJECTED.includes(toOpenAiError(error).facts.status)) await claim.release();
    throw error;
  }
}
