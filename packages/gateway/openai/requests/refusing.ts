import type { Context } from 'hono';
import type { GatewayEnv } from '../../gateway-env.js';
import { answering } from '../answering.js';
import { OpenAiError } from '../errors/openai-error.js';

export function refusing(because: string): (c: Context<GatewayEnv>) => Promise<Response> {
  return answering(() => {
    throw refused(because);
  });
}

export function refused(because: string): OpenAiError {
  return new OpenAiError(because, {
    status: 400,
    type: 'invalid_request_error',
    code: 'unsupported_operation',
  });
}
