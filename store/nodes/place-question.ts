import { sql } from 'kysely';
import { lockConversations } from '../conversation/lock-conversations.js';
import { placeJoinedMessages } from '../conversation/place-joined.js';
import type { DatabaseTransaction } from '../database.js';
import type { QuestionKey } from '../conversation/question-id.js';
import { formatQuestionId } from '../conversation/question-id.js';

export interface AskingTurn {
  conversationId: number;
  position: number;
  executionId: number;
  step: number;
}

export async function lockAskingTurn(
  trx: DatabaseTransaction,
  executionId: number,
): Promise<AskingTurn | undefined> {
  const { rows } = await sql<AskingTurn>`
    select root.conversation_id as "conversationId", root.position, root.id as "executionId",
      coalesce((select max(step) from model_call where execution_id = root.id), 0) as step
    from execution asking join execution root on root.id = coalesce(asking.root_id, asking.id)
    where asking.id = ${executionId} and root.conversation_id is not null`.execute(trx);
  const [turn] = rows;
  if (turn) await lockConversations(trx, [turn.conversationId]);
  return turn;
}

export async function placeQuestion(
  trx: DatabaseTransaction,
  question: QuestionKey & {
    turn: AskingTurn;
    as: 'question' | 'answer';
    text: string;
    countTokens: (text: string) => number;
  },
): Promise<void> {
  const { turn, as, text, countTokens } = question;
  const message = {
    id: formatQuestionId(question),
    kind: as,
    role: as === 'question' ? ('assistant' as const) : ('user' as const),
    text,
    step: turn.step,
  };
  await placeJoinedMessages(trx, { ...turn, countTokens, messages: [message] });
}
