/** The kinds of errors that clients of this protocol branch on. */
export type OpenAiErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'rate_limit_error'
  | 'insufficient_quota'
  | 'server_error';

/** An error as clients of this protocol read it. */
export interface OpenAiErrorBody {
  error: { message: string; type: OpenAiErrorType; param: string | null; code: string | null };
}

export interface OpenAiErrorFacts {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 502 | 503;
  type: OpenAiErrorType;
  code?: string | undefined;
  /** The field of the request that is wrong. */
  param?: string | undefined;
  /** False: asking again would do it twice, or come to the same. Absent: clients go by the status. */
  isRetried?: false | undefined;
  retryAfterMs?: number | undefined;
}

/** An error that is told to the client as it is: its words say nothing internal. */
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

/** The error for a field that has no meaning here, or not this one. */
export function invalidField(param: string, message: string, code = 'invalid_value'): OpenAiError {
  return new OpenAiError(message, { status: 400, type: 'invalid_request_error', code, param });
}

/** The error for a thing that there is not, or not for this caller. */
export function notFound(message: string, code: string, param?: string): OpenAiError {
  return new OpenAiError(message, { status: 404, type: 'not_found_error', code, param });
}

/** The body and the headers of an error's answer. */
export function renderOpenAiError({ message, facts }: OpenAiError): {
  status: OpenAiErrorFacts['status'];
  headers: Record<string, string>;
  body: OpenAiErrorBody;
} {
  const { status, type, param = null, code = null, isRetried, retryAfterMs } = facts;
  const headers: Record<string, string> = {};
  // The clients of this protocol's author obey it; others go by the status.
  if (isRetried === false) headers['x-should-retry'] = 'false';
  if (retryAfterMs !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterMs / 1_000)));
  return { status, headers, body: { error: { message, type, param, code } } };
}
