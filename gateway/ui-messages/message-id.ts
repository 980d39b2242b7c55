const ANSWER = '.answer';

/** The id of a turn's answer as a message; that of its question is the turn's own. */
export function answerMessageId(turnId: string): string {
  return turnId + ANSWER;
}

/** The turn that a message is the question or the answer of, by the message's id. */
export function turnOfMessage(messageId: string): string {
  return messageId.endsWith(ANSWER) ? messageId.slice(0, -ANSWER.length) : messageId;
}
