import type { Context } from 'hono';
import type { GatewayEnv } from '../../gateway-env.js';
import { answering } from '../answering.js';
import { OpenAiError } from '../errors/openai-error.js';

/** A handler for an operation that clients of this protocol know and that there is not, with the reason. */
export function refusing(because: string): (c: Context<GatewayEnv>) => Promise<Response> {
  return answering(() => {
    throw refused(because);
  });
}

/** The error for an operation that is not supported, with the reason. */
export function refused(because: string): OpenAiError {
  return new OpenAiError(because, {
    status: 400,
    type: 'invalid_request_error',
    code: 'unsupported_operation',
  });
}
