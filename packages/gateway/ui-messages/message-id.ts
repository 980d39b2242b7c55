import { createHash } from 'node:crypto';
import { turnIdProblem } from '../../../protocol/ids.js';
import type { HistoryMessage } from '../../../views/conversation.js';

const ANSWER = '.answer';
/** Ids of messages that no page sent: a pushed step, a question, or an answer from elsewhere. */
const PART = /\.(?:step|approval)-\d+$/;

/** The answer's id is derived from the turn's id, which is the id of the user's message. */
export function answerMessageId(turnId: string): string {
  return turnId + ANSWER;
}

export function partMessageId({ seq, turnId, joined }: HistoryMessage): string {
  return joined?.approval ? `${turnId}.approval-${seq}` : `${turnId}.step-${joined?.step ?? 0}`;
}

export function turnOfMessage(messageId: string): string {
  if (messageId.endsWith(ANSWER)) return messageId.slice(0, -ANSWER.length);
  return PART.test(messageId) ? messageId.replace(PART, '') : toTurnId(messageId);
}

export function isQuestion(messageId: string): boolean {
  return !messageId.endsWith(ANSWER) && !PART.test(messageId);
}

/** Uses the message's own id if it is valid, so that a page finds the message in the history. */
export function toTurnId(messageId: string): string {
  const isOwn = turnIdProblem(messageId) === undefined && isQuestion(messageId);
  return isOwn ? messageId : hash(messageId);
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
