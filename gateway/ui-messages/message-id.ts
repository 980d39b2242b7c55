import { createHash } from 'node:crypto';
import { turnIdProblem } from '../../protocol/ids.js';

const ANSWER = '.answer';
/** Ends the id of a message that was pushed to a turn as a step. */
const PUSHED = /\.step-\d+$/;

/** The id of a turn's answer as a message; that of its question is the turn's own. */
export function answerMessageId(turnId: string): string {
  return turnId + ANSWER;
}

/** The turn that a message is the question or the answer of, by the message's id. */
export function turnOfMessage(messageId: string): string {
  if (messageId.endsWith(ANSWER)) return messageId.slice(0, -ANSWER.length);
  return PUSHED.test(messageId) ? messageId.replace(PUSHED, '') : toTurnId(messageId);
}

/** Whether a message is a user's, by its id. */
export function isQuestion(messageId: string): boolean {
  return !messageId.endsWith(ANSWER) && !PUSHED.test(messageId);
}

/** The turn of a user's message: the message's own id where turns may have it, so that a page finds the message in the history. */
export function toTurnId(messageId: string): string {
  const isOwn = turnIdProblem(messageId) === undefined && isQuestion(messageId);
  return isOwn ? messageId : hash(messageId);
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
