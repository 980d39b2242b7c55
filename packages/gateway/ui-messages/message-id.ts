import { createHash } from 'node:crypto';
import { turnIdProblem } from '../../../protocol/ids.js';
import type { HistoryMessage } from '../../../views/conversation.js';

const ANSWER = '.answer';
/** Ids that no page chose: of a pushed step, a question, or an answer from elsewhere. */
const PART = /\.(?:step|approval)-\d+$/;

/** A turn's id is the id of the user's message. */
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

/** Keeps a valid id, so that a page finds its message in the history. */
export function toTurnId(messageId: string): string {
  const isOwn = turnIdProblem(messageId) === undefined && isQuestion(messageId);
  return isOwn ? messageId : hash(messageId);
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
