import type { FailureType } from '../../../../protocol/failure-types.js';
import { ThreadlineError } from '../../../../client/threadline-error.js';
import { OpenAiError, type OpenAiErrorFacts } from './openai-error.js';

interface Rule extends OpenAiErrorFacts {
  /** Replaces the failure's message and its internal names. */
  message?: string;
}

const INVALID = { status: 400, type: 'invalid_request_error' } as const;
const FINAL = { isRetried: false } as const;
const SOON_MS = 1_000;
const UNAVAILABLE = { status: 503, type: 'server_error' } as const;
export const KEY_REUSED = {
  status: 409,
  type: 'invalid_request_error',
  code: 'idempotency_key_reused',
  message: 'The idempotency key was used for another request',
  ...FINAL,
} as const;

/**
 * Clients retry 409, 429 and 5xx. A failed turn was already retried, and another request would store its message
 * again, so it gets another code.
 */
const RULES: Partial<Record<FailureType, Rule>> = {
  'Client.NotFound': { status: 404, type: 'not_found_error', code: 'not_found' },
  'Conversation.UnknownFlow': {
    status: 404,
    type: 'not_found_error',
    code: 'model_not_found',
    param: 'model',
    message: 'The model does not exist',
  },
  'Conversation.InvalidTurn': { ...INVALID, code: 'invalid_message', param: 'messages' },
  'Conversation.InvalidId': { ...INVALID, code: 'invalid_id' },
  'Conversation.Closed': { ...INVALID, code: 'conversation_closed' },
  'Conversation.QueueFull': {
    status: 429,
    type: 'rate_limit_error',
    code: 'queue_full',
    retryAfterMs: 5_000,
  },
  'Conversation.Busy': {
    status: 429,
    type: 'rate_limit_error',
    code: 'conversation_busy',
    retryAfterMs: SOON_MS,
  },
  'Conversation.TurnActive': {
    status: 409,
    type: 'invalid_request_error',
    code: 'conversation_locked',
    message: 'A response of the conversation is in progress: try again once it has ended',
    retryAfterMs: SOON_MS,
  },
  'Conversation.TurnCancelled': { ...INVALID, code: 'turn_cancelled', message: 'The answer was canceled' },
  'Execution.Cancelled': { ...INVALID, code: 'turn_cancelled', message: 'The answer was canceled' },
  'Execution.IdTaken': KEY_REUSED,
  'Turn.Conflict': KEY_REUSED,
  'User.LimitReached': { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  'User.StorageFull': { status: 413, type: 'invalid_request_error', code: 'storage_full' },
  'Node.Busy': { ...UNAVAILABLE, code: 'busy', message: 'The service is busy: try again later', ...FINAL },
  'Gateway.Unauthorized': { status: 401, type: 'authentication_error', code: 'invalid_api_key' },
  'Gateway.Forbidden': { status: 403, type: 'permission_error', code: 'forbidden' },
  'Gateway.InvalidRequest': { ...INVALID, code: 'invalid_request' },
  'Gateway.NotFound': { status: 404, type: 'not_found_error', code: 'unknown_url' },
  'Gateway.MethodNotAllowed': { status: 405, type: 'invalid_request_error', code: 'method_not_allowed' },
  'Gateway.TooLarge': { status: 413, type: 'invalid_request_error', code: 'request_too_large' },
  'Gateway.Busy': { ...UNAVAILABLE, code: 'busy', retryAfterMs: 5_000 },
  'Gateway.UnsupportedEncoding': {
    status: 415,
    type: 'invalid_request_error',
    code: 'unsupported_content_encoding',
  },
  'Gateway.LimitReached': {
    status: 429,
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
    retryAfterMs: SOON_MS,
  },
  'Approval.NotWaiting': { ...INVALID, code: 'question_not_named' },
  'Approval.NotPermitted': { status: 403, type: 'permission_error', code: 'approval_not_permitted' },
  'Approval.Refused': { ...INVALID, code: 'refused' },
  'Approval.Expired': { ...INVALID, code: 'approval_expired' },
  'Budget.Exceeded': { status: 429, type: 'insufficient_quota', code: 'insufficient_quota', ...FINAL },
  'Context.CannotFit': { ...INVALID, code: 'context_length_exceeded', param: 'messages' },
  'Model.ContextOverflow': {
    ...INVALID,
    code: 'context_length_exceeded',
    param: 'messages',
    message: 'The conversation is too long for the model',
  },
  'Model.RateLimited': {
    status: 429,
    type: 'rate_limit_error',
    code: 'model_rate_limited',
    message: 'The model accepts no more requests right now',
    ...FINAL,
  },
  'Model.Unavailable': {
    status: 502,
    type: 'server_error',
    code: 'model_unavailable',
    message: 'The model is unavailable',
    ...FINAL,
  },
  'Model.InvalidAnswer': {
    status: 502,
    type: 'server_error',
    code: 'invalid_answer',
    message: 'The model did not answer in the requested format',
    ...FINAL,
  },
  'Client.Unavailable': {
    ...UNAVAILABLE,
    code: 'unavailable',
    message: 'The service is unavailable: try again',
    retryAfterMs: SOON_MS,
  },
  'Client.Paused': { ...UNAVAILABLE, code: 'paused', message: 'The conversation is paused', ...FINAL },
  // The message may be stored, so only a request with a key may repeat it.
  'Client.OutcomeOpen': {
    ...UNAVAILABLE,
    code: 'outcome_open',
    message:
      'The service is unavailable, and the message may have been accepted: send it again with the same Idempotency-Key',
    ...FINAL,
  },
};

const UNFORESEEN: Rule = {
  status: 500,
  type: 'server_error',
  code: 'failed',
  message: 'The answer failed',
  ...FINAL,
};

export function toOpenAiError(error: unknown): OpenAiError {
  if (error instanceof OpenAiError) return error;
  if (!(error instanceof ThreadlineError)) return failureToOpenAiError({ errorType: '', message: '' });
  const { type, message, retryAfterMs } = error;
  return failureToOpenAiError({ errorType: type, message, retryAfterMs });
}

export function turnFailureToOpenAiError(failure: { errorType: string; message: string }): OpenAiError {
  const { message, facts } = failureToOpenAiError(failure);
  return new OpenAiError(message, { ...facts, ...FINAL, retryAfterMs: undefined });
}

export function failureToOpenAiError(failure: {
  errorType: string;
  message: string;
  retryAfterMs?: number | undefined;
}): OpenAiError {
  const { errorType, retryAfterMs } = failure;
  // Own properties only: nodes and tools may use any type, even `constructor`.
  const rule = Object.hasOwn(RULES, errorType) ? RULES[errorType as FailureType] : undefined;
  const { message = failure.message, ...facts } = rule ?? UNFORESEEN;
  return new OpenAiError(message, { ...facts, retryAfterMs: retryAfterMs ?? facts.retryAfterMs });
}
