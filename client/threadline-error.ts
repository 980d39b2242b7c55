import type { FailureType } from '../protocol/failure-types.js';

/**
 * The error that the client throws: branch on `type`. Types of `Client.*` are the client's own, all others come from
 * Workflows and Activities; nodes and tools of a project may give types that are not listed. After
 * `Client.OutcomeOpen` nobody knows whether the call has an effect; after any other type of `Client.*` it has none.
 */
export class ThreadlineError extends Error {
  /** Of `Client.OutcomeOpen`: the `turnId` or `id` under which the same call, made again, happens once. */
  readonly retryId: string | undefined;
  /** Of `User.LimitReached`: milliseconds after which trying again makes sense. */
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
