/** The worker inserts the text, so an Event History holds it only once. */
export class AnswerReference {
  constructor(
    readonly turnId: string,
    readonly executionId: string,
  ) {}
}

/** Never leaves the worker. */
export const ANSWER_ENCODING = 'json/threadline-answer';
