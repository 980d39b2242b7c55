import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorFacts, ModelRequest } from '../http/model-request.js';
import type { ReservedTokens, StatusReply } from '../http/wire-format.js';
import type { ErrorStatus } from '../http/reply.js';

const KEYS_PAGE = 'https://platform.openai.com/account/api-keys';
const NO_KEY =
  "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth " +
  "(i.e. Authorization: Bearer YOUR_KEY), or as the password field (with blank username) if you're accessing the " +
  `API from your browser and are prompted for a username and password. You can obtain an API key from ${KEYS_PAGE}.`;
const QUOTA =
  'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.';
const NO_COUNTRY = 'Country, region, or territory not supported';
const RETRY_OR_CONTACT =
  'You can retry your request, or contact us through our help center at help.openai.com if';
const BROKEN = `The server had an error processing your request. Sorry about that! ${RETRY_OR_CONTACT} you keep seeing this error. (Please include the request ID req_# in your email.)`;
const OVERLOADED = `That model is currently overloaded with other requests. ${RETRY_OR_CONTACT} the error persists. (Please include the request ID req_# in your message.)`;
const INVALID = 'invalid_request_error';
const MADE_UP_WAIT_MS = 20_000;

/** OpenAI does not document 402, 408, 409 and 529, but gateways send them. */
const ERRORS: Readonly<
  Record<ErrorStatus, readonly [type: string, message: string, code?: string | number]>
> = {
  400: [INVALID, 'The request could not be processed.'],
  401: [INVALID, describeKey('sk-scripted-key-0000'), 'invalid_api_key'],
  402: ['insufficient_quota', QUOTA, 'insufficient_quota'],
  403: ['request_forbidden', NO_COUNTRY, 'unsupported_country_region_territory'],
  404: [INVALID, 'Not Found', 'model_not_found'],
  408: ['timeout', 'Request timed out.'],
  409: [INVALID, 'The request conflicts with another one.'],
  413: [INVALID, 'The request body is too large.'],
  422: [INVALID, 'The request could not be processed.'],
  429: ['insufficient_quota', QUOTA, 'insufficient_quota'],
  500: ['server_error', BROKEN],
  502: ['cf_bad_gateway', 'Bad gateway.', 502],
  503: ['server_error', OVERLOADED],
  529: ['server_error', OVERLOADED],
};

export function toOpenaiError(reply: StatusReply, request: ModelRequest): ErrorFacts {
  const model = String(request.body['model']);
  if (reply.kind === 'rate-limited') return rateLimitError(reply, model);
  const { status } = reply;
  const [type, wording, code = null] = ERRORS[status];
  const text = status === 404 ? unknownModel(model).message : wording.replace('req_#', `req_${request.n}`);
  return { status, type, param: null, message: reply.message ?? text, code: reply.code ?? code };
}

function rateLimitError(reply: StatusReply & { kind: 'rate-limited' }, model: string): ErrorFacts {
  const seconds = typeof reply.retryAfter === 'number' ? reply.retryAfter * 1000 : undefined;
  const waitMs = reply.retryAfterMs ?? seconds ?? MADE_UP_WAIT_MS;
  const wait = waitMs < 1000 ? `${waitMs}ms` : `${waitMs / 1000}s`;
  const message = `Rate limit reached for ${model} in organization org-scripted on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in ${wait}. Visit https://platform.openai.com/account/rate-limits to learn more.`;
  return { status: 429, message, type: 'requests', param: null, code: 'rate_limit_exceeded' };
}

export function invalidRequest(
  message: string,
  param: string | null = null,
  code: string | null = null,
): ErrorFacts {
  return { status: 400, message, type: INVALID, param, code };
}

export function unknownModel(model: string): ErrorFacts {
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return { ...invalidRequest(message, null, 'model_not_found'), status: 404 };
}

export function checkOpenaiKey(headers: IncomingHttpHeaders, apiKey: string): ErrorFacts | null {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (given === apiKey) return null;
  const refusal = given
    ? invalidRequest(describeKey(given), null, 'invalid_api_key')
    : invalidRequest(NO_KEY);
  return { ...refusal, status: 401 };
}

function describeKey(key: string): string {
  const masked = key.length > 12 ? key.replace(/(?<=.{8}).(?=.{4})/g, '*') : `${key.slice(0, 4)}****`;
  return `Incorrect API key provided: ${masked}. You can find your API key at ${KEYS_PAGE}.`;
}

export function promptTooLong({ limit, actual }: { limit: number; actual: number }): ErrorFacts {
  const message = `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${actual} tokens. Please reduce the length of the messages.`;
  return invalidRequest(message, 'messages', 'context_length_exceeded');
}

export function outputTooLong({ limit, prompt, output }: ReservedTokens): ErrorFacts {
  const message = `This model's maximum context length is ${limit} tokens. However, you requested ${prompt + output} tokens (${prompt} in the messages, ${output} in the completion). Please reduce the length of the messages or completion.`;
  return invalidRequest(message, 'messages', 'context_length_exceeded');
}
