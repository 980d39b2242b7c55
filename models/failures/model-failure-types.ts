import type { FailureType } from '../../protocol/failure-types.js';
import type { LayoutFacts } from './rejected-layout.js';

/**
 * Every way a model call fails, as the `type` of its ApplicationFailure. Branch on these, never on message text.
 * `RateLimited` and `Unavailable` may be tried again; the others need somebody to change something.
 */
export const MODEL_FAILURE_TYPES = [
  'Model.RateLimited',
  'Model.Unavailable',
  'Model.Authentication',
  'Model.InvalidRequest',
  'Model.ContextOverflow',
  'Model.LayoutRejected',
  'Model.InvalidAnswer',
] as const satisfies readonly FailureType[];

/** One of `MODEL_FAILURE_TYPES`. */
export type ModelFailureType = (typeof MODEL_FAILURE_TYPES)[number];

/** The structured facts of a model failure, its only detail; absent where the provider did not say. */
export interface ModelFailureDetails {
  /** HTTP status; absent when no answer came. */
  readonly status?: number;
  /** The provider's own code or type, or the network's (`ECONNREFUSED`). */
  readonly providerCode?: string;
  readonly retryAfterMs?: number;
  /** The layout that the model accepts, as far as its rejection shows it. */
  readonly layout?: LayoutFacts;
}
