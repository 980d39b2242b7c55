/** Stands for an answer in a payload. The worker inserts the text, so that an Event History stores it only once. */
export class AnswerReference {
  constructor(
    readonly turnId: string,
    readonly executionId: string,
  ) {}
}

/** Marks a payload that never leaves the worker. */
export const ANSWER_ENCODING = 'json/threadline-answer';
