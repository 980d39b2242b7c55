/** Not retried, because another attempt costs as much. */
export class AnswerBoundError extends Error {
  readonly code = 'ERR_ANSWER_BOUND';

  constructor(message: string) {
    super(message);
    this.name = 'AnswerBoundError';
  }
}

/** Provider packages may wrap the error several times. */
export function findAnswerBoundError(error: unknown): AnswerBoundError | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (cause instanceof AnswerBoundError) return cause;
  return undefined;
}
