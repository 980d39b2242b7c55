import type { FailureType } from '../protocol/failure-types.js';
import type { LayoutFacts } from './failures/rejected-layout.js';

/** Only `RateLimited` and `Unavailable` are retried. */
export const MODEL_FAILURE_TYPES = [
  'Model.RateLimited',
  'Model.Unavailable',
  'Model.Authentication',
  'Model.InvalidRequest',
  'Model.ContextOverflow',
  'Model.LayoutRejected',
  'Model.InvalidAnswer',
] as const satisfies readonly FailureType[];

export type ModelFailureType = (typeof MODEL_FAILURE_TYPES)[number];

export interface ModelFailureDetails {
  readonly status?: number;
  /** Such as `ECONNREFUSED`. */
  readonly providerCode?: string;
  readonly retryAfterMs?: number;
  readonly layout?: LayoutFacts;
}
