import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { listProviders } from '../providers/providers.js';
import { findAnswerBoundError } from '../stream/answer-bound-error.js';
import type { ModelFailureDetails, ModelFailureType } from '../model-failure-types.js';
import { type ProviderError, readProviderError } from './provider-error.js';
import { readRejectedLayout } from './rejected-layout.js';

const DEFAULT_MESSAGES: Record<ModelFailureType, string> = {
  'Model.RateLimited': 'The model provider limits the rate of requests',
  'Model.Unavailable': 'The model provider did not return a complete answer',
  'Model.Authentication': 'The model provider refused the API key or its account',
  'Model.InvalidRequest': 'The model provider refused the request',
  'Model.ContextOverflow': "The request is longer than the model's context window",
  'Model.LayoutRejected': "The model's chat template rejected the request",
  'Model.InvalidAnswer': 'The model provider returned an invalid answer',
};

const PROVIDER_ERRORS = listProviders().flatMap(([, { errors }]) => (errors ? [errors] : []));
/** An error inside a stream has no status. */
const TYPE_BY_CODE: Readonly<Record<string, ModelFailureType>> = {
  ERR_MODEL_KEY_MISSING: 'Model.Authentication',
  ERR_UNKNOWN_MODEL: 'Model.InvalidRequest',
  ERR_INVALID_URL: 'Model.InvalidRequest',
  ERR_UNSUPPORTED_PROTOCOL: 'Model.InvalidRequest',
  ERR_REDIRECT: 'Model.InvalidRequest',
  ERR_ANSWER_BOUND: 'Model.InvalidAnswer',
  ...Object.fromEntries(PROVIDER_ERRORS.flatMap(({ types = {} }) => Object.entries(types))),
};
/** An empty account also returns 429, but its request is not retried, because waiting does not help. */
const QUOTA_CODES = new Set(PROVIDER_ERRORS.flatMap(({ quotaCodes = [] }) => quotaCodes));
const QUOTA_WORDINGS = PROVIDER_ERRORS.flatMap(({ quotaWordings = [] }) => quotaWordings);
const RATE_LIMIT_WORDING = /\brate.?limit|too many requests|too many tokens,? please wait/i;

/** Errors thrown before any request, so a retry fails again. */
const TYPE_BY_NAME: Readonly<Record<string, ModelFailureType>> = {
  AI_LoadAPIKeyError: 'Model.Authentication',
  AI_InvalidPromptError: 'Model.InvalidRequest',
  AI_InvalidArgumentError: 'Model.InvalidRequest',
  AI_LoadSettingError: 'Model.InvalidRequest',
  AI_NoSuchModelError: 'Model.InvalidRequest',
  AI_UnsupportedFunctionalityError: 'Model.InvalidRequest',
};
/** Not shown, because their messages may quote the prompt. */
const QUOTING_ERRORS = new Set([
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
]);

/** The failure contains neither the prompt nor a key. */
export function toModelFailure(error: unknown): ApplicationFailure {
  if (error instanceof ApplicationFailure) return error;
  if (error instanceof CancelledFailure || readName(error) === 'AbortError') throw error;
  const source = findAnswerBoundError(error) ?? unwrapStreamError(error);
  const facts = readProviderError(source);
  const type = classify(source, facts);
  const isRetryable = type === 'Model.RateLimited' || type === 'Model.Unavailable';
  const delayMs = isRetryable ? retryAfterMs(facts.headers, facts.retryDelay) : undefined;
  const { status, providerCode, reason } = facts;
  const layout = type === 'Model.LayoutRejected' ? readRejectedLayout(reason) : undefined;
  const details: ModelFailureDetails = { status, providerCode, retryAfterMs: delayMs, layout };
  return ApplicationFailure.create({
    type,
    message: describeFailure(source, facts, type),
    nonRetryable: !isRetryable,
    details: [details],
    cause: stripCause(source, reason),
    nextRetryDelay: delayMs || undefined,
  });
}

function classify(error: unknown, { status, providerCode, reason }: ProviderError): ModelFailureType {
  if (providerCode !== undefined && QUOTA_CODES.has(providerCode)) return 'Model.Authentication';
  const mayBeRejection =
    status === undefined || status === 200 || status === 404 || status === 500 || isRequestStatus(status);
  if (mayBeRejection && isContextOverflow(reason, providerCode)) return 'Model.ContextOverflow';
  // Decided by wording, because proxies change the status.
  if (readRejectedLayout(reason)) return 'Model.LayoutRejected';
  if (status !== undefined && status >= 300) return classifyStatus(status, reason);
  const byCode = providerCode === undefined ? undefined : TYPE_BY_CODE[providerCode];
  const byWording = RATE_LIMIT_WORDING.test(reason) ? 'Model.RateLimited' : 'Model.Unavailable';
  return byCode ?? TYPE_BY_NAME[readName(error)] ?? byWording;
}

function classifyStatus(status: number, reason: string): ModelFailureType {
  if (status === 429) return 'Model.RateLimited';
  if (status === 408 || status === 409 || status >= 500) return 'Model.Unavailable';
  if (status === 401 || status === 402 || status === 403) return 'Model.Authentication';
  const isAccountEmpty = QUOTA_WORDINGS.some((wording) => wording.test(reason));
  return isAccountEmpty ? 'Model.Authentication' : 'Model.InvalidRequest';
}

function isRequestStatus(status: number): boolean {
  return status === 400 || status === 413 || status === 422;
}

function describeFailure(
  error: unknown,
  { status, reason, providerCode }: ProviderError,
  type: ModelFailureType,
): string {
  if (reason !== '' && !QUOTING_ERRORS.has(readName(error))) return reason;
  const facts = [status === undefined ? '' : `status ${status}`, providerCode ?? '']
    .filter(Boolean)
    .join(', ');
  return facts === '' ? DEFAULT_MESSAGES[type] : `${DEFAULT_MESSAGES[type]} (${facts})`;
}

function unwrapStreamError(error: unknown): unknown {
  if (readName(error) !== 'ModelStreamError' || !(error instanceof Error)) return error;
  return error.cause ?? error;
}

/** Drops the error itself, which contains the request. */
function stripCause(error: unknown, reason: string): Error {
  const isError = error instanceof Error;
  const cause = new Error(QUOTING_ERRORS.has(readName(error)) ? '' : reason);
  cause.name = isError ? error.name : 'Error';
  const frames = isError ? (error.stack ?? '').split('\n').filter((line) => /^\s+at .*:\d+/.test(line)) : [];
  cause.stack = [`${cause.name}: ${cause.message}`, ...frames].join('\n');
  return cause;
}

function readName(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

const ERRORS = listProviders().flatMap(([, { errors }]) => (errors ? [errors] : []));
const CODES = new Set(ERRORS.flatMap(({ overflowCodes = [] }) => overflowCodes));
const WORDINGS = ERRORS.flatMap(({ overflowWordings = [] }) => overflowWordings);

function isContextOverflow(reason: string, providerCode: string | undefined): boolean {
  if (providerCode !== undefined && CODES.has(providerCode)) return true;
  return WORDINGS.some((wording) => wording.test(reason));
}

const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000;

function retryAfterMs(
  headers: Readonly<Record<string, string>> | undefined,
  bodyDelay?: string,
): number | undefined {
  const exact = toNumber(headers?.['retry-after-ms']);
  if (exact !== undefined) return clamp(exact);
  const header = headers?.['retry-after'];
  const seconds = toNumber(header);
  if (seconds !== undefined) return clamp(seconds * 1_000);
  const date = header === undefined || /^[-+.\d\s]*$/.test(header) ? NaN : Date.parse(header);
  if (!Number.isNaN(date)) return clamp(date - Date.now());
  const bodySeconds = bodyDelay?.endsWith('s') ? toNumber(bodyDelay.slice(0, -1)) : undefined;
  return bodySeconds === undefined ? undefined : clamp(bodySeconds * 1_000);
}

function toNumber(header: string | undefined): number | undefined {
  return header !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : undefined;
}

function clamp(milliseconds: number): number {
  return Math.round(Math.min(Math.max(milliseconds, 0), MAX_RETRY_AFTER_MS));
}
