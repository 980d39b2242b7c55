/**
 * Replaces the text of an answer in the result of a Workflow. The Workflow knows only ids; the worker puts
 * the text in on the way out (worker/answer-codec.ts), so that an Event History holds it once.
 */
export class AnswerReference {
  constructor(
    readonly turnId: string,
    readonly executionId: string,
  ) {}
}

/** Encoding of a payload that holds an {@link AnswerReference}; it never leaves the worker. */
export const ANSWER_ENCODING = 'json/threadline-answer';
