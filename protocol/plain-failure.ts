import type { FailureType } from './failure-types.js';

const UNAVAILABLE = 'The model is unavailable';
const UNPROCESSED = 'The model cannot process this request';
const UNUSABLE = 'The model gave no usable answer';

const SENTENCES: Partial<Record<FailureType, string>> = {
  'Model.Authentication': UNAVAILABLE,
  'Model.NotRegistered': UNAVAILABLE,
  'Model.Unavailable': UNAVAILABLE,
  'Model.RateLimited': 'The model is busy: try again later',
  'Model.InvalidRequest': UNPROCESSED,
  'Model.LayoutRejected': UNPROCESSED,
  'Model.ContextOverflow': 'The conversation is too long for the model',
  'Model.InvalidAnswer': UNUSABLE,
  'Model.NoAnswer': UNUSABLE,
};

/** Replaces a provider's own message, which may contain keys, model ids and addresses. */
export function plainModelFailure(type: string): string | undefined {
  return Object.hasOwn(SENTENCES, type) ? SENTENCES[type as FailureType] : undefined;
}
