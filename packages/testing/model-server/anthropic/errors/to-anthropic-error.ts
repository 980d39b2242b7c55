import type { ErrorFacts } from '../../replies/error-facts.js';
import type { ModelRequest } from '../../request/model-request.js';
import type { ErrorReply, ErrorStatus } from '../../replies/reply.js';
import { anthropicError } from './anthropic-error.js';
import { invalidKey } from '../check/check-anthropic-key.js';
import { promptTooLong } from '../check/check-prompt-length.js';
import { unknownModel } from './unknown-model.js';

const RATE_LIMITED =
  'This request would exceed the rate limit for your organization (org-scripted) of 50 requests per minute. For ' +
  'details, refer to: https://docs.claude.com/en/api/rate-limits. You can see the response headers for current ' +
  'usage. Please reduce the prompt length or the maximum tokens requested, or try again later. You may also contact ' +
  'sales at https://www.anthropic.com/contact-sales to discuss your options for a rate limit increase.';
const NO_CREDIT =
  'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.';

const MESSAGES: Readonly<Record<Exclude<ErrorStatus, 401 | 404>, string>> = {
  400: 'The request could not be processed.',
  402: NO_CREDIT,
  403: 'Your API key does not have permission to use the specified resource.',
  408: 'Request timed out.',
  409: 'The request conflicts with another one.',
  413: 'Request exceeds the maximum size',
  422: 'The request could not be processed.',
  429: RATE_LIMITED,
  500: 'Internal server error',
  502: 'Bad gateway',
  503: 'Service unavailable',
  529: 'Overloaded',
};

/** Anthropic has no codes, so a scripted code replaces the type; every 429 is a rate limit. */
export function toAnthropicError(reply: ErrorReply, request: ModelRequest): ErrorFacts {
  switch (reply.kind) {
    case 'context-length':
      return promptTooLong(reply);
    case 'rate-limited':
      return anthropicError(429, RATE_LIMITED);
    case 'status-error': {
      const facts = statusError(reply.status, request);
      return { ...facts, message: reply.message ?? facts.message, type: reply.code ?? facts.type };
    }
  }
}

function statusError(status: ErrorStatus, request: ModelRequest): ErrorFacts {
  if (status === 401) return invalidKey();
  if (status === 404) return unknownModel(request.body['model']);
  return anthropicError(status, MESSAGES[status]);
}
