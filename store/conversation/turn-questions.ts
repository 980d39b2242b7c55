import { sql } from 'kysely';
import type { TurnStatus } from '../../flow/execution/status.js';
import { isFinal } from '../../flow/execution/status.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { callColumn } from '../nodes/call-column.js';
import { parseCall } from '../../protocol/call-place.js';
import type { AnsweredQuestion } from '../../protocol/activities/conversation.js';

/** Finds the questions that these messages answered, whatever the questions' status is now. */
export async function findAnsweringMessages(
  db: Database,
  { conversationId, messageIds }: { conversationId: number; messageIds: readonly string[] },
): Promise<(AnsweredQuestion & { messageId: string })[]> {
  const rows = await questions(db)
    .select('approval.answer_turn_id as messageId')
    .where('approval.answer_turn_id', 'in', messageIds)
    .where('turn.conversation_id', '=', conversationId)
    .execute();
  return rows.map(({ messageId, ...row }) => ({ ...toAnswered(row), messageId: messageId ?? '' }));
}

/** Reads the texts of messages that answered questions. */
export async function findAnswerTexts(
  db: Database,
  { conversationId, messageIds }: { conversationId: number; messageIds: readonly string[] },
): Promise<{ messageId: string; answer: string }[]> {
  const rows = await questions(db)
    .select(['approval.answer_turn_id as messageId', 'approval.answer'])
    .where('approval.answer_turn_id', 'in', messageIds)
    .where('turn.conversation_id', '=', conversationId)
    .execute();
  return rows.flatMap(({ messageId, answer }) =>
    messageId === null || answer === null ? [] : [{ messageId, answer }],
  );
}

/** Finds and locks the oldest open question without an answer in the tree of a turn's execution. */
export async function lockOpenQuestion(
  trx: DatabaseTransaction,
  rootExecutionId: number,
): Promise<AnsweredQuestion | undefined> {
  const row = await questions(trx)
    .where('root.id', '=', rootExecutionId)
    .where('approval.status', '=', 'open')
    .where('approval.answer', 'is', null)
    // After the deadline a message is no answer: it becomes a turn of its own.
    .where((eb) =>
      eb.or([eb('approval.expires_at', 'is', null), eb('approval.expires_at', '>', sql<Date>`now()`)]),
    )
    .orderBy('approval.created_at')
    .orderBy('approval.step')
    .orderBy('approval.ordinal')
    .limit(1)
    .forUpdate('approval')
    .executeTakeFirst();
  return row && toAnswered(row);
}

/** Stores the answer to a question whose row is locked. */
export async function answerQuestion(
  trx: DatabaseTransaction,
  {
    executionId,
    nodeId,
    iteration,
    call,
    messageId,
    answer,
  }: AnsweredQuestion & { messageId: string; answer: string },
): Promise<void> {
  const { step, ordinal } = (call === undefined ? undefined : parseCall(call)) ?? { step: 0, ordinal: 0 };
  await trx
    .updateTable('approval')
    .set({ answer, answer_turn_id: messageId })
    .where('execution_id', 'in', (eb) =>
      eb.selectFrom('execution').select('id').where('workflow_id', '=', executionId),
    )
    .where('node_id', '=', nodeId)
    .where('iteration', '=', iteration)
    .where('step', '=', step)
    .where('ordinal', '=', ordinal)
    .execute();
}

function questions(db: Database) {
  return db
    .selectFrom('approval')
    .innerJoin('execution', 'execution.id', 'approval.execution_id')
    .innerJoin('execution as root', (join) =>
      join.on((eb) => eb('root.id', '=', eb.fn.coalesce('execution.root_id', 'execution.id'))),
    )
    .innerJoin('turn', (join) =>
      join
        .onRef('turn.conversation_id', '=', 'root.conversation_id')
        .onRef('turn.position', '=', 'root.position'),
    )
    .select(['turn.turn_id as turnId', 'turn.status', 'execution.workflow_id as executionId'])
    .select(['approval.node_id as nodeId', 'approval.iteration', callColumn()]);
}

type QuestionRow = Omit<AnsweredQuestion, 'call' | 'ended'> & { status: TurnStatus; call: string | null };

/** Usual values are left out: they are recorded with the turn. */
function toAnswered({ status, call, ...question }: QuestionRow): AnsweredQuestion {
  const ended = isFinal(status) ? { ended: status } : {};
  return call === null ? { ...question, ...ended } : { ...question, call, ...ended };
}
