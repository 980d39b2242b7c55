import { typedText } from '../../context/attachments/typed-text.js';
import type { DatabaseTransaction } from '../database.js';
import type { LockedConversation } from './find-turns-before.js';
import { readMessage } from './read-message.js';
import { answerQuestion, findAnsweringMessages, lockOpenQuestion } from './turn-questions.js';
import { needsPast } from '../branches/branching-turns.js';
import type { AnsweringMessage, NewTurn } from '../../protocol/activities/conversation.js';
import type { AcceptTurnsInput } from './accept-turns-input.js';

/**
 * Takes the next message as the answer to the running turn's open question, if there is one. A message that
 * answered a question before, sent again, is returned as the same answer. Questions are looked up only while a
 * turn is running.
 */
export async function takeAnswers(
  trx: DatabaseTransaction,
  input: AcceptTurnsInput & { conversation: LockedConversation | undefined; hasAnswers: boolean },
): Promise<{ answers: AnsweringMessage[]; rest: readonly NewTurn[] }> {
  const { conversation, turns, hasAnswers } = input;
  // Who interrupts a turn, says something again, or asks for an object, does not answer its question.
  const messages = turns.filter(
    (turn) =>
      turn.kind === 'message' &&
      turn.whileRunning !== 'interrupt' &&
      turn.output === undefined &&
      !needsPast(turn),
  );
  if (conversation === undefined || messages.length === 0) return { answers: [], rest: turns };
  const messageIds = messages.map(({ turnId }) => turnId);
  const answers = hasAnswers
    ? await findAnsweringMessages(trx, { conversationId: conversation.id, messageIds })
    : [];
  const isAnswer = (turnId: string): boolean => answers.some(({ messageId }) => messageId === turnId);
  const next = messages.find(({ turnId }) => !isAnswer(turnId));
  if (next !== undefined && conversation.active_execution_id !== null) {
    const question = await lockOpenQuestion(trx, conversation.active_execution_id);
    const said = question && (await readMessage(trx, input, next));
    if (question !== undefined && said?.kind === 'read') {
      const answer = typedText(said.content, said.attachments);
      await answerQuestion(trx, { ...question, messageId: next.turnId, answer });
      answers.push({ ...question, messageId: next.turnId });
    }
  }
  return { answers, rest: turns.filter(({ turnId }) => !isAnswer(turnId)) };
}
