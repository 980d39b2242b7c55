import type { ErrorFacts } from '../replies/error-facts.js';

export function invalidRequest(
  message: string,
  param: string | null = null,
  code: string | null = null,
): ErrorFacts {
  return { status: 400, message, type: 'invalid_request_error', param, code };
}
