export type OpenAiErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'rate_limit_error'
  | 'insufficient_quota'
  | 'server_error';

export interface OpenAiErrorBody {
  error: { message: string; type: OpenAiErrorType; param: string | null; code: string | null };
}

export interface OpenAiErrorFacts {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 502 | 503;
  type: OpenAiErrorType;
  code?: string | undefined;
  param?: string | undefined;
  /** False if a retry would repeat the effect or fail again. Default: clients decide by the status. */
  isRetried?: false | undefined;
  retryAfterMs?: number | undefined;
}

/** Clients receive the message unchanged. */
export class OpenAiError extends Error {
  constructor(
    message: string,
    readonly facts: OpenAiErrorFacts,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'OpenAiError';
  }
}

export function invalidField(param: string, message: string, code = 'invalid_value'): OpenAiError {
  return new OpenAiError(message, { status: 400, type: 'invalid_request_error', code, param });
}

export function notFound(message: string, code: string, param?: string): OpenAiError {
  return new OpenAiError(message, { status: 404, type: 'not_found_error', code, param });
}

export function renderOpenAiError({ message, facts }: OpenAiError): {
  status: OpenAiErrorFacts['status'];
  headers: Record<string, string>;
  body: OpenAiErrorBody;
} {
  const { status, type, param = null, code = null, isRetried, retryAfterMs } = facts;
  const headers: Record<string, string> = {};
  // Only OpenAI's own clients read this header.
  if (isRetried === false) headers['x-should-retry'] = 'false';
  if (retryAfterMs !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterMs / 1_000)));
  return { status, headers, body: { error: { message, type, param, code } } };
}
