/** The worker inserts the text, so an Event History stores an answer only once. */
export class AnswerReference {
  constructor(
    readonly turnId: string,
    readonly executionId: string,
  ) {}
}

/** Such a payload never leaves the worker. */
export const ANSWER_ENCODING = 'json/threadline-answer';
