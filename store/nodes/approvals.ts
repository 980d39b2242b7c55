import { sql, type ExpressionBuilder } from 'kysely';
import type { ApprovalStatus } from '../../flow/execution/execution-status.js';
import type { Database, DatabaseSchema, DatabaseTransaction } from '../database.js';
import { type QuestionKey, formatQuestionId } from '../conversation/question-id.js';
import { APPROVALS_NOTICE, NOTIFY_CHANNEL, notifyApprovals } from '../notify.js';
import { lockConversations } from '../conversation/lock-conversations.js';
import { leftMsUntil } from './left-ms-until.js';
import { hasNodeEnded } from './node-outputs.js';
import { placeJoinedMessages } from '../conversation/place-joined.js';

interface ApprovalRow {
  prompt: string;
  status: ApprovalStatus;
  answer: string | null;
  isMessage: boolean;
  approvers: string[] | null;
  /** Null if the question never expires. */
  leftMs: number | null;
}

interface AskedPeople {
  approvers?: readonly string[] | null | undefined;
  /** Includes the requesting user. Default: 1. */
  quorum?: number | undefined;
}

interface AskingTurn {
  conversationId: number;
  position: number;
  executionId: number;
  step: number;
}

/** Idempotent. */
export async function openApproval(
  db: Database,
  approval: QuestionKey &
    AskedPeople & {
      prompt: string;
      expiresMs: number | undefined;
      tool?: { toolCallId: string; toolName: string; userId: string | null; input: unknown };
      wantsOutput?: boolean;
      node?: { takesAnyAnswer: boolean; countTokens: (text: string) => number };
    },
): Promise<void> {
  const { executionId, tool, node, prompt, expiresMs, approvers } = approval;
  await db.transaction().execute(async (trx) => {
    const turn = node && (await lockAskingTurn(trx, executionId));
    if (!(await lockOpenExecution(trx, executionId))) return;
    // A late attempt may ask after the node has failed.
    if (await hasNodeEnded(trx, approval)) return;
    const opened = await trx
      .insertInto('approval')
      .values({
        ...toColumns(approval),
        tool_call_id: tool?.toolCallId,
        tool_name: tool?.toolName,
        asked_user_id: tool?.userId,
        input: tool?.input === undefined ? null : JSON.stringify(tool.input),
        approver_roles: approvers == null ? null : [...approvers],
        quorum: approvers == null ? 1 : approval.quorum,
        wants_output: approval.wantsOutput,
        prompt,
        takes_any_answer: node?.takesAnyAnswer,
        expires_at:
          expiresMs === undefined
            ? null
            : sql<Date>`now() + ${expiresMs}::double precision * interval '1 ms'`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (opened.numInsertedOrUpdatedRows !== 1n) return;
    await trx
      .updateTable('execution')
      .set({ status: 'interrupted' })
      .where('id', '=', executionId)
      .where('status', '=', 'running')
      .execute();
    if (node && turn) await placeQuestion(trx, { ...approval, ...node, turn, as: 'question', text: prompt });
    await sql`select pg_notify(${NOTIFY_CHANNEL}, told.workflow_id) from execution asking
      join execution told on told.id in (asking.id, asking.root_id) where asking.id = ${executionId}`.execute(
      trx,
    );
    await notifyApprovals(trx);
  });
}

export async function findApproval(db: Database, key: QuestionKey): Promise<ApprovalRow | undefined> {
  return db
    .selectFrom('approval')
    .select(['prompt', 'status', 'answer', 'approver_roles as approvers'])
    .select(leftMsUntil(sql.ref('expires_at')).as('leftMs'))
    .select((eb) => eb('answer_turn_id', 'is not', null).$castTo<boolean>().as('isMessage'))
    .where(belongsTo(key))
    .executeTakeFirst();
}

export const VOTES_OF_APPROVAL = sql`approval_vote vote
  where (vote.execution_id, vote.node_id, vote.iteration, vote.step, vote.ordinal) =
    (approval.execution_id, approval.node_id, approval.iteration, approval.step, approval.ordinal)`;

export function belongsTo(key: QuestionKey) {
  return (eb: ExpressionBuilder<DatabaseSchema, 'approval'>) => eb.and(toColumns(key));
}

export function toColumns({ executionId, nodeId, iteration, call }: QuestionKey) {
  return {
    execution_id: executionId,
    node_id: nodeId,
    iteration,
    step: call?.step ?? 0,
    ordinal: call?.ordinal ?? 0,
  };
}

/** Idempotent. */
export async function settleApproval(
  db: Database,
  {
    answer: given,
    kept,
    decide,
    ...key
  }: QuestionKey & {
    answer: string | null;
    kept?: { countTokens: (text: string) => number } | undefined;
    decide: (answer: string | null) => ApprovalStatus;
  },
): Promise<Pick<ApprovalRow, 'status' | 'answer'>> {
  return db.transaction().execute(async (trx) => {
    const turn = kept && (await lockAskingTurn(trx, key.executionId));
    await lockOpenExecution(trx, key.executionId);
    const row = await trx
      .selectFrom('approval')
      .select(['status', 'answer'])
      .where(belongsTo(key))
      .forUpdate()
      .executeTakeFirst();
    if (!row) return { status: 'closed', answer: null };
    if (row.status !== 'open') return row;
    const answer = row.answer ?? given;
    const status = decide(answer);
    if (status === 'open') return row;
    await trx
      .updateTable('approval')
      .set({ status, answer, finished_at: new Date() })
      .where(belongsTo(key))
      .execute();
    if (kept && turn && given !== null && row.answer === null)
      await placeQuestion(trx, { ...key, ...kept, turn, as: 'answer', text: given });
    await resume(trx, key.executionId);
    await notifyApprovals(trx);
    return { status, answer };
  });
}

/** See `lock-order.ts`: call it after a conversation is locked, and before other rows are. */
export async function lockOpenExecution(trx: DatabaseTransaction, executionId: number): Promise<boolean> {
  const open = await trx
    .selectFrom('execution')
    .select('id')
    .where('id', '=', executionId)
    .where('finished_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return open !== undefined;
}

async function resume(trx: DatabaseTransaction, executionId: number): Promise<void> {
  await trx
    .updateTable('execution')
    .set({ status: 'running' })
    .where('id', '=', executionId)
    .where('status', '=', 'interrupted')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('approval')
            .select('approval.node_id')
            .where('approval.execution_id', '=', executionId)
            .where('approval.status', '=', 'open'),
        ),
      ),
    )
    .execute();
}

/** Default: all of the execution. */
export async function closeOpenApprovals(
  trx: DatabaseTransaction,
  executionId: number,
  node?: NodePlace & { bodyNodes: readonly string[] },
): Promise<void> {
  const { rows } = await sql`with closed as (
      update approval set status = 'closed', finished_at = ${new Date()}
      where execution_id = ${executionId} and status = 'open' ${node ? sql`and ${isAtOrBelow(node)}` : sql``}
      returning 1)
    select pg_notify(${NOTIFY_CHANNEL}, ${APPROVALS_NOTICE}) from closed limit 1`.execute(trx);
  if (node && rows.length > 0) await resume(trx, executionId);
}

type NodePlace = Pick<QuestionKey, 'nodeId' | 'iteration'>;

function isAtOrBelow({ nodeId, iteration, bodyNodes }: NodePlace & { bodyNodes: readonly string[] }) {
  const prefix = iteration === '' ? '' : `${iteration}.`;
  return sql`(node_id = ${nodeId} and iteration = ${iteration}
    or node_id = any(${[...bodyNodes]}::text[]) and starts_with(iteration, ${prefix}))`;
}

async function lockAskingTurn(
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

async function placeQuestion(
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
