import type { ErrorFacts } from '../../replies/error-facts.js';
import type { ErrorStatus } from '../../replies/reply.js';

/** Other statuses are invalid requests or API errors. */
const TYPES: Readonly<Record<ErrorStatus | 405, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  405: 'invalid_request_error',
  408: 'invalid_request_error',
  409: 'conflict_error',
  413: 'request_too_large',
  422: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'api_error',
  502: 'api_error',
  503: 'api_error',
  529: 'overloaded_error',
};

/** Anthropic names no parameter and no code. */
export function anthropicError(status: keyof typeof TYPES, message: string): ErrorFacts {
  return { status, message, type: TYPES[status], param: null, code: null };
}

export function errorEnvelope(facts: ErrorFacts, requestId: string | null): object {
  return {
    type: 'error',
    error: { type: facts.type, message: facts.message },
    request_id: requestId,
  };
}
