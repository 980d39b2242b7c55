import { sql } from 'kysely';
import type { TurnStatus } from '../../flow/execution/execution-status.js';
import { isFinal } from '../../flow/execution/execution-status.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { callColumn } from '../calls/call-column.js';
import { parseCall, type AskedCall } from '../../protocol/call-place.js';
import type { Decidable } from '../../flow/approval/may-decide.js';
import type { NamedQuestion } from '../../flow/approval/choose-question.js';
import { questionName } from '../../flow/approval/question-name.js';
import type { AnsweredQuestion, AnsweringMessage } from '../../protocol/activities/conversation.js';

export async function findAnsweringMessages(
  db: Database,
  { conversationId, messageIds }: { conversationId: number; messageIds: readonly string[] },
): Promise<AnsweringMessage[]> {
  const rows = await questions(db)
    .innerJoin('turn as said', (join) =>
      join
        .onRef('said.conversation_id', '=', 'turn.conversation_id')
        .onRef('said.turn_id', '=', 'approval.answer_turn_id'),
    )
    .select(['said.turn_id as messageId', 'said.kind'])
    .where('said.turn_id', 'in', messageIds)
    .where('turn.conversation_id', '=', conversationId)
    .orderBy('approval.created_at')
    .execute();
  return rows.map(({ messageId, kind, ...row }) => ({
    ...toAnswered(row),
    messageId,
    ...(kind !== 'answer' && { isOwn: true as const }),
  }));
}

export interface OpenQuestion extends NamedQuestion, Pick<Decidable, 'approvers'> {
  question: AnsweredQuestion;
  position: number;
  step: number;
}

export async function lockOpenQuestions(
  trx: DatabaseTransaction,
  rootExecutionId: number,
): Promise<OpenQuestion[]> {
  const rows = await questions(trx)
    .select(['turn.position', 'approval.takes_any_answer as takesAnyAnswer', 'approval.prompt'])
    .select('root.workflow_id as rootId')
    .select(['approval.wants_output as wantsOutput', 'approval.approver_roles as approvers'])
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom('model_call')
            .select(({ fn }) => fn.max('model_call.step').as('newest'))
            .whereRef('model_call.execution_id', '=', 'root.id'),
          sql<number>`0`,
        )
        .as('newestStep'),
    )
    .where('root.id', '=', rootExecutionId)
    .where('approval.status', '=', 'open')
    .where('approval.answer', 'is', null)
    // After its deadline, a question is not answered by a message, which starts its own turn instead.
    .where((eb) =>
      eb.or([eb('approval.expires_at', 'is', null), eb('approval.expires_at', '>', sql<Date>`now()`)]),
    )
    .orderBy('approval.created_at')
    .orderBy('approval.step')
    .orderBy('approval.ordinal')
    .forUpdate('approval')
    .execute();
  return rows.map(
    ({ newestStep: step, rootId, turnId, status, executionId, nodeId, iteration, call, ...row }) => ({
      ...row,
      question: toAnswered({ turnId, status, executionId, nodeId, iteration, call }),
      name: questionName({ executionId, nodeId, iteration, call }, rootId),
      step,
      isAboutCall: call !== null,
    }),
  );
}

/** Limits how far back a repeated answer is recognized. */
const MAX_SETTLED = 100;

export async function listSettledNames(trx: DatabaseTransaction, rootExecutionId: number): Promise<string[]> {
  const rows = await questions(trx)
    .select('root.workflow_id as rootId')
    .where('root.id', '=', rootExecutionId)
    .where((eb) => eb.or([eb('approval.status', '!=', 'open'), eb('approval.answer', 'is not', null)]))
    .orderBy('approval.created_at', 'desc')
    .limit(MAX_SETTLED)
    .execute();
  return rows.map(({ rootId, ...place }) => questionName(place, rootId));
}

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
  const about = call === undefined ? OF_NODE : parseCall(call);
  if (!about) throw new Error(`Question of '${executionId}' is about an unreadable call '${call}'`);
  await trx
    .updateTable('approval')
    .set({ answer, answer_turn_id: messageId })
    .where('execution_id', 'in', (eb) =>
      eb.selectFrom('execution').select('id').where('workflow_id', '=', executionId),
    )
    .where('node_id', '=', nodeId)
    .where('iteration', '=', iteration)
    .where('step', '=', about.step)
    .where('ordinal', '=', about.ordinal)
    .execute();
}

const OF_NODE: AskedCall = { step: 0, ordinal: 0 };

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

function toAnswered({ status, call, ...question }: QuestionRow): AnsweredQuestion {
  const ended = isFinal(status) ? { ended: status } : {};
  return call === null ? { ...question, ...ended } : { ...question, call, ...ended };
}
