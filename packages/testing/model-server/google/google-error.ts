import type { ErrorFacts } from '../http/model-request.js';
import type { StatusReply } from '../http/wire-format.js';

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  413: 'INVALID_ARGUMENT',
  422: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};
const QUOTA =
  'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.';
const WORDS: Readonly<Record<number, string>> = {
  429: QUOTA,
  500: 'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
  503: 'The model is overloaded. Please try again later.',
};

export function googleError(status: number, message: string): ErrorFacts {
  return { status, message, type: STATUSES[status] ?? 'UNKNOWN', param: null, code: null };
}

/** Google sends the retry delay in the body, not a header. */
export function toGoogleError(reply: StatusReply): ErrorFacts {
  if (reply.kind === 'status-error')
    return googleError(reply.status, reply.message ?? WORDS[reply.status] ?? 'The request failed.');
  const seconds = reply.retryAfterMs ? reply.retryAfterMs / 1_000 : reply.retryAfter;
  return { ...googleError(429, QUOTA), param: seconds ? `${seconds}s` : null };
}

export function errorEnvelope({ status, message, type, param }: ErrorFacts): object {
  const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: param };
  return { error: { code: status, message, status: type, details: param === null ? undefined : [retry] } };
}
