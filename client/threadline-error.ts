import type { FailureType } from '../protocol/failure-types.js';

/**
 * Branch on `type`: `Client.*` comes from the client, others from Workflows, Activities, or a project. Except
 * for `Client.OutcomeOpen`, the request had no effect.
 */
export class ThreadlineError extends Error {
  /** For `Client.OutcomeOpen`: repeat the request with this `turnId` or `id`. */
  readonly retryId: string | undefined;
  /** For `User.LimitReached`. */
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly type: FailureType | (string & {}),
    message: string,
    {
      retryId,
      retryAfterMs,
      ...options
    }: ErrorOptions & { retryId?: string | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options);
    this.name = 'ThreadlineError';
    this.retryId = retryId;
    this.retryAfterMs = retryAfterMs;
  }
}
