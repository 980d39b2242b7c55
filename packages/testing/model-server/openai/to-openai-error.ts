import type { ErrorFacts } from '../replies/error-facts.js';
import type { ModelRequest } from '../request/model-request.js';
import type { ErrorReply, ErrorStatus } from '../replies/reply.js';
import { incorrectKey } from './check-openai-key.js';
import { contextLengthExceeded } from './check-context-length.js';

type StatusWording = Pick<ErrorFacts, 'message' | 'type' | 'code'>;

const INVALID = 'invalid_request_error';
const QUOTA: StatusWording = {
  message:
    'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
  type: 'insufficient_quota',
  code: 'insufficient_quota',
};
const RETRY_OR_CONTACT =
  'You can retry your request, or contact us through our help center at help.openai.com if';
const MADE_UP_WAIT_MS = 20_000;

export function toOpenaiError(reply: ErrorReply, request: ModelRequest): ErrorFacts {
  switch (reply.kind) {
    case 'context-length':
      return contextLengthExceeded(reply);
    case 'rate-limited':
      return rateLimitError(reply, request);
    case 'status-error': {
      const wording = statusWording(reply.status, request);
      return {
        status: reply.status,
        param: null,
        ...wording,
        message: reply.message ?? wording.message,
        code: reply.code ?? wording.code,
      };
    }
  }
}

function rateLimitError(
  reply: ErrorReply & { readonly kind: 'rate-limited' },
  request: ModelRequest,
): ErrorFacts {
  const seconds = typeof reply.retryAfter === 'number' ? reply.retryAfter * 1000 : undefined;
  const waitMs = reply.retryAfterMs ?? seconds ?? MADE_UP_WAIT_MS;
  const wait = waitMs < 1000 ? `${waitMs}ms` : `${waitMs / 1000}s`;
  const message = `Rate limit reached for ${nameModel(request)} in organization org-scripted on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in ${wait}. Visit https://platform.openai.com/account/rate-limits to learn more.`;
  return { status: 429, message, type: 'requests', param: null, code: 'rate_limit_exceeded' };
}

/** OpenAI documents no 402, 408, 409 or 529, but gateways send these. */
function statusWording(status: ErrorStatus, request: ModelRequest): StatusWording {
  switch (status) {
    case 400:
      return { message: 'The request could not be processed.', type: INVALID, code: null };
    case 401:
      return incorrectKey('sk-scripted-key-0000');
    case 402:
    case 429:
      return QUOTA;
    case 403:
      return {
        message: 'Country, region, or territory not supported',
        type: 'request_forbidden',
        code: 'unsupported_country_region_territory',
      };
    case 404:
      return {
        message: `The model \`${nameModel(request)}\` does not exist or you do not have access to it.`,
        type: INVALID,
        code: 'model_not_found',
      };
    case 408:
      return { message: 'Request timed out.', type: 'timeout', code: null };
    case 409:
      return { message: 'The request conflicts with another one.', type: INVALID, code: null };
    case 413:
      return { message: 'The request body is too large.', type: INVALID, code: null };
    case 422:
      return { message: 'The request could not be processed.', type: INVALID, code: null };
    case 500:
      return {
        message: `The server had an error processing your request. Sorry about that! ${RETRY_OR_CONTACT} you keep seeing this error. (Please include the request ID req_${request.n} in your email.)`,
        type: 'server_error',
        code: null,
      };
    case 502:
      return { message: 'Bad gateway.', type: 'cf_bad_gateway', code: 502 };
    case 503:
    case 529:
      return {
        message: `That model is currently overloaded with other requests. ${RETRY_OR_CONTACT} the error persists. (Please include the request ID req_${request.n} in your message.)`,
        type: 'server_error',
        code: null,
      };
  }
}

function nameModel(request: ModelRequest): string {
  return String(request.body['model']);
}
