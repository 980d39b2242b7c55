import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorFacts, ModelRequest } from '../http/model-request.js';
import type { ReservedTokens, StatusReply } from '../http/wire-format.js';
import type { ErrorStatus } from '../http/reply.js';

const RATE_LIMITED =
  'This request would exceed the rate limit for your organization (org-scripted) of 50 requests per minute. For ' +
  'details, refer to: https://docs.claude.com/en/api/rate-limits. You can see the response headers for current ' +
  'usage. Please reduce the prompt length or the maximum tokens requested, or try again later. You may also contact ' +
  'sales at https://www.anthropic.com/contact-sales to discuss your options for a rate limit increase.';
const NO_CREDIT =
  'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.';
const NO_PERMISSION = 'Your API key does not have permission to use the specified resource.';
const INVALID_KEY = 'invalid x-api-key';

const ERRORS: Readonly<Record<ErrorStatus | 405, readonly [type: string, message: string]>> = {
  400: ['invalid_request_error', 'The request could not be processed.'],
  401: ['authentication_error', INVALID_KEY],
  402: ['billing_error', NO_CREDIT],
  403: ['permission_error', NO_PERMISSION],
  404: ['not_found_error', 'Not Found'],
  405: ['invalid_request_error', 'Method Not Allowed'],
  408: ['invalid_request_error', 'Request timed out.'],
  409: ['conflict_error', 'The request conflicts with another one.'],
  413: ['request_too_large', 'Request exceeds the maximum size'],
  422: ['invalid_request_error', 'The request could not be processed.'],
  429: ['rate_limit_error', RATE_LIMITED],
  500: ['api_error', 'Internal server error'],
  502: ['api_error', 'Bad gateway'],
  503: ['api_error', 'Service unavailable'],
  529: ['overloaded_error', 'Overloaded'],
};

export function anthropicError(status: keyof typeof ERRORS, message: string = ERRORS[status][1]): ErrorFacts {
  return { status, message, type: ERRORS[status][0], param: null, code: null };
}

/** Without codes, a scripted one replaces the type. Every 429 is a rate limit. */
export function toAnthropicError(reply: StatusReply, { body }: ModelRequest): ErrorFacts {
  if (reply.kind === 'rate-limited') return anthropicError(429);
  const { status, message, code } = reply;
  const facts = status === 404 ? unknownModel(body['model']) : anthropicError(status);
  return { ...facts, message: message ?? facts.message, type: code ?? facts.type };
}

export function unknownModel(model: unknown): ErrorFacts {
  return anthropicError(404, `model: ${String(model)}`);
}

export function errorEnvelope({ type, message }: ErrorFacts, requestId: string | null): object {
  return { type: 'error', error: { type, message }, request_id: requestId };
}

export function checkAnthropicKey(headers: IncomingHttpHeaders, apiKey: string): ErrorFacts | null {
  const { 'x-api-key': key, authorization } = headers;
  const token = bearerToken(authorization);
  if (!key && !token) return anthropicError(401, 'x-api-key header is required');
  if ((key ?? token) === apiKey) return null;
  return anthropicError(401, key ? INVALID_KEY : 'Invalid bearer token');
}

function bearerToken(authorization = ''): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

export function checkHeaders(headers: IncomingHttpHeaders): ErrorFacts | null {
  const { 'x-api-key': key, authorization, 'anthropic-version': version } = headers;
  if (!key && !bearerToken(authorization)) return anthropicError(401, 'x-api-key header is required');
  if (!version) return anthropicError(400, 'anthropic-version: header is required');
  if (version === '2023-06-01' || version === '2023-01-01') return null;
  return anthropicError(400, `anthropic-version: "${String(version)}" is not a valid version`);
}

export function promptTooLong({ limit, actual }: { limit: number; actual: number }): ErrorFacts {
  return anthropicError(400, `prompt is too long: ${actual} tokens > ${limit} maximum`);
}

export function outputTooLong({ limit, prompt, output }: ReservedTokens): ErrorFacts {
  const message = `input length and \`max_tokens\` exceed context limit: ${prompt} + ${output} > ${limit}, decrease input length or \`max_tokens\` and try again`;
  return anthropicError(400, message);
}
