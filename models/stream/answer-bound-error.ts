/** A provider's answer is larger than any that was asked for. Asked again it would cost as much again. */
export class AnswerBoundError extends Error {
  readonly code = 'ERR_ANSWER_BOUND';

  constructor(message: string) {
    super(message);
    this.name = 'AnswerBoundError';
  }
}

/** Finds the bound that an answer broke, however deep a provider package has wrapped it. */
export function findAnswerBoundError(error: unknown): AnswerBoundError | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (cause instanceof AnswerBoundError) return cause;
  return undefined;
}
