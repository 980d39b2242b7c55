import type { FinalStatus } from '../../protocol/status.js';
import { endTurnRow, takePlace, type TakenPlace } from '../conversation/conversations.js';
import type { DatabaseTransaction } from '../database.js';
import { storePassages } from '../passages/store-passages.js';

interface FinishTurnInput {
  executionId: number;
  conversationId: number;
  /** Position of the turn in the conversation. */
  position: number;
  status: FinalStatus;
  errorType?: string | undefined;
  errorMessage?: string | undefined;
  /** Null: there is no answer. */
  answer: string | null;
  /** The step whose trace message has the text of the answer. Undefined: no message has it. */
  answerStep: number | undefined;
  countTokens: (text: string) => number;
}

/**
 * Ends a turn: adds the answer to the thread and frees the conversation for the next turn. Returns the place of
 * the answer. Undefined: there is no answer.
 */
export async function finishTurn(
  trx: DatabaseTransaction,
  input: FinishTurnInput,
): Promise<TakenPlace | undefined> {
  const { answer } = input;
  const place = answer === null ? undefined : await storeAnswer(trx, { ...input, answer });
  if (answer === null) await freeConversation(trx, input);
  await endTurnRow(trx, input);
  return place;
}

async function storeAnswer(
  trx: DatabaseTransaction,
  {
    conversationId,
    position,
    executionId,
    answer,
    answerStep,
    countTokens,
  }: FinishTurnInput & { answer: string },
): Promise<TakenPlace> {
  const tokens = countTokens(answer);
  const place = await takePlace(trx, { conversationId, tokens, activeExecutionId: null });
  await trx
    .insertInto('conversation_message')
    .values({
      conversation_id: conversationId,
      position,
      role: 'assistant',
      seq: place.seq,
      // A model's text is in the trace already. Only the text that replaces an empty answer has to be stored
      // here.
      content: answerStep === undefined ? answer : null,
      answer_step: answerStep ?? null,
      token_count: tokens,
      running_tokens: place.runningTokens,
      session: place.session,
      execution_id: executionId,
    })
    .execute();
  await storePassages(trx, {
    conversationId,
    messages: [{ position, role: 'assistant', text: answer }],
    countTokens,
  });
  return place;
}

async function freeConversation(
  trx: DatabaseTransaction,
  { conversationId, executionId }: { conversationId: number; executionId: number },
): Promise<void> {
  await trx
    .updateTable('conversation')
    .set({ active_execution_id: null, updated_at: new Date() })
    .where('id', '=', conversationId)
    .where('active_execution_id', '=', executionId)
    .execute();
}
