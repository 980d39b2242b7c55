import type { FailureType } from '../protocol/failure-types.js';

/**
 * The error that the client throws: branch on `type`. Types of `Client.*` are the client's own, all others come from
 * Workflows and Activities; nodes and tools of a project may give types that are not listed.
 */
export class ThreadlineError extends Error {
  constructor(
    readonly type: FailureType | (string & {}),
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ThreadlineError';
  }
}
