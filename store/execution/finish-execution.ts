import type { Selectable } from 'kysely';
import { isFinal } from '../../flow/execution/status.js';
import { keepPartialTexts } from './partial-texts.js';
import { boundedLockWaits, guardBudget, type OnBudgetFailure } from '../budget/budget-guard.js';
import { releaseOpenReservations } from '../budget/budget-settlement.js';
import {
  endTurnRow,
  lockConversationOfTurn,
  placeUserMessage,
  takePlace,
  type MessagePlace,
} from '../conversation/conversations.js';
import type { Database, DatabaseTransaction } from '../database.js';
import {
  BudgetAwayError,
  NO_USAGE,
  sumExecutionUsage,
  sumUsageAndFindReservations,
  type ExecutionUsage,
} from './execution-usage.js';
import { closeOpenApprovals } from '../nodes/approvals.js';
import { readResult, type NodeOrderOf } from './execution-result.js';
import { endNodeOutput, endOpenNodes, insertNodeOutput } from '../nodes/node-outputs.js';
import { notifyExecution } from '../notify.js';
import { storePassages } from '../passages/store-passages.js';
import { cancelPendingChildren } from './sub-executions.js';
import { hasUpkeep, type UpkeepRuleOf } from '../summaries/upkeep-due.js';
import type { ExecutionTable } from '../tables/execution.table.js';
import type { FinalStatus } from '../../protocol/status.js';

export interface FinishInput {
  /** The execution's Workflow ID. */
  workflowId: string;
  status: FinalStatus;
  errorType?: string | undefined;
  errorMessage?: string | undefined;
  /** The run of a node that it failed with. */
  failedNode?: { nodeId: string; iteration: string; run: number; kind: string } | undefined;
  /** Ids of a flow's nodes in their order, by which the last answer is known; needed for `completed`. */
  nodeOrder?: NodeOrderOf | undefined;
  /** When the thread of a turn has work for after it; absent: nobody asks. */
  upkeepRule?: UpkeepRuleOf | undefined;
  /** What stands for an answer without text. */
  emptyAnswer: string;
  countTokens: (text: string) => number;
  onBudgetFailure?: OnBudgetFailure;
}

export interface FinishResult {
  status: FinalStatus;
  /** The whole answer; null: there is none. */
  answer: string | null;
  usage: ExecutionUsage;
  /** The turn was answered, and its thread has work that is done after it. */
  upkeep?: true;
  /** It is of no conversation and no other execution: nothing is done after it. */
  isAlone?: true;
}

/**
 * Gives an execution its final status, and its turn: the answer joins the thread, the conversation is free
 * for the next turn, what it had reserved of a budget is given back. The first call decides; later ones return
 * what it decided. One transaction.
 */
export async function finishExecution(db: Database, input: FinishInput): Promise<FinishResult> {
  try {
    return await db.transaction().execute((trx) => finish(trx, input, { looksForReservations: true }));
  } catch (error) {
    if (!(error instanceof BudgetAwayError)) throw error;
    input.onBudgetFailure?.(error.cause);
    return db.transaction().execute((trx) => finish(trx, input, { looksForReservations: false }));
  }
}

async function finish(
  trx: DatabaseTransaction,
  input: FinishInput,
  { looksForReservations }: { looksForReservations: boolean },
): Promise<FinishResult> {
  const execution = await trx
    .selectFrom('execution')
    .select(['id', 'status', 'conversation_id', 'position', 'output', 'parent_id'])
    .select(['flow_slug', 'flow_version'])
    // For the statement after this one, which looks into a table of the budgets.
    .$if(looksForReservations, (query) => query.select(boundedLockWaits.as('lock_timeout')))
    .where('workflow_id', '=', input.workflowId)
    .forUpdate()
    .executeTakeFirst();
  if (execution === undefined) return { status: input.status, answer: null, usage: NO_USAGE };
  const { usage, hasReservations } = looksForReservations
    ? await sumUsageAndFindReservations(trx, execution.id)
    : { usage: await sumExecutionUsage(trx, execution.id), hasReservations: false };
  const result = await decide(trx, input, { execution, usage });
  const isAlone = execution.conversation_id === null && execution.parent_id === null;
  if (hasReservations)
    await guardBudget(trx, {
      work: () => releaseOpenReservations(trx, execution.id),
      onFailure: input.onBudgetFailure,
    });
  return { ...result, ...(isAlone && { isAlone }) };
}

async function decide(
  trx: DatabaseTransaction,
  input: FinishInput,
  { execution, usage }: { execution: ExecutionRow; usage: ExecutionUsage },
): Promise<FinishResult> {
  if (isFinal(execution.status))
    return {
      ...{ status: execution.status, answer: await readAnswer(trx, execution), usage },
      // Whoever was to be told of it the first time may not have been.
      ...(execution.status === 'completed' && (await hasUpkeep(trx, { ...input, execution })) && UPKEEP),
    };
  const given = input.status === 'completed' ? await readResult(trx, execution, input) : undefined;
  const answer = given?.text ?? null;
  await trx
    .updateTable('execution')
    .set({
      status: input.status,
      error_type: input.errorType ?? null,
      error_message: input.errorMessage ?? null,
      finished_at: new Date(),
      // Inside a conversation the answer is a message of the thread, and stored only there.
      output: execution.conversation_id === null ? answer : null,
      // Only a parent asks for more than the text.
      ...(execution.parent_id !== null && given !== undefined && returned(given.result, input)),
    })
    .where('id', '=', execution.id)
    .execute();
  await endOpenCalls(trx, execution.id, input);
  await endOpenWork(trx, execution, input);
  const { id: executionId, conversation_id: conversationId, position } = execution;
  let place: MessagePlace | undefined;
  if (conversationId !== null && position !== null)
    place = await finishTurn(trx, {
      ...input,
      executionId,
      conversationId,
      position,
      answer,
      answerStep: given?.step,
    });
  await notifyExecution(trx, input.workflowId);
  const isDue = place !== undefined && (await hasUpkeep(trx, { ...input, execution, place }));
  return { status: input.status, answer, usage, ...(isDue && UPKEEP) };
}

const UPKEEP = { upkeep: true } as const;

type ExecutionRow = Pick<
  Selectable<ExecutionTable>,
  'id' | 'status' | 'conversation_id' | 'position' | 'output' | 'parent_id' | 'flow_slug' | 'flow_version'
>;

/** Calls that were cut off are final too once their execution is; a completed one has none. */
async function endOpenCalls(
  trx: DatabaseTransaction,
  executionId: number,
  input: FinishInput,
): Promise<void> {
  if (input.status === 'completed') return;
  await keepPartialTexts(trx, executionId, input.countTokens);
  await trx
    .updateTable('model_call')
    .set({ status: input.status, finished_at: new Date() })
    .where('execution_id', '=', executionId)
    .where('status', 'in', ['planned', 'running'])
    .execute();
}

/** Returns the answer's place in the thread; undefined: there is no answer. */
async function finishTurn(
  trx: DatabaseTransaction,
  input: FinishInput & {
    executionId: number;
    conversationId: number;
    position: number;
    answer: string | null;
    answerStep: number | undefined;
  },
): Promise<MessagePlace | undefined> {
  let place: MessagePlace | undefined;
  if (input.answer !== null) {
    const tokens = input.countTokens(input.answer);
    place = await takePlace(trx, {
      conversationId: input.conversationId,
      tokens,
      activeExecutionId: null,
    });
    const { seq, runningTokens, session } = place;
    await trx
      .insertInto('conversation_message')
      .values({
        conversation_id: input.conversationId,
        position: input.position,
        role: 'assistant',
        seq,
        // What was said is in the trace; only what stands for an answer without text is not.
        ...(input.answerStep === undefined ? { content: input.answer } : { answer_step: input.answerStep }),
        token_count: tokens,
        running_tokens: runningTokens,
        session,
        execution_id: input.executionId,
      })
      .execute();
    await storePassages(trx, {
      conversationId: input.conversationId,
      messages: [{ position: input.position, role: 'assistant', text: input.answer }],
      countTokens: input.countTokens,
    });
  } else await freeConversation(trx, input);
  await endTurnRow(trx, input);
  return place;
}

async function freeConversation(
  trx: DatabaseTransaction,
  input: { conversationId: number; executionId: number },
): Promise<void> {
  await trx
    .updateTable('conversation')
    .set({ active_execution_id: null, updated_at: new Date() })
    .where('id', '=', input.conversationId)
    .where('active_execution_id', '=', input.executionId)
    .execute();
}

/** Questions, nodes and planned children of an execution end with it. Of a plain chat there are none to look for. */
async function endOpenWork(
  trx: DatabaseTransaction,
  { id, status }: Pick<ExecutionRow, 'id' | 'status'>,
  input: FinishInput,
): Promise<void> {
  if (input.status === 'completed') return;
  if (status === 'interrupted') await closeOpenApprovals(trx, id);
  if (input.failedNode !== undefined) await failNode(trx, { ...input.failedNode, executionId: id, ...input });
  await endOpenNodes(trx, { executionId: id, status: input.status });
  await cancelPendingChildren(trx, { parentId: id });
}

async function failNode(
  trx: DatabaseTransaction,
  { executionId, nodeId, iteration, run, kind, errorType, errorMessage }: FailedNodeRow,
): Promise<void> {
  await insertNodeOutput(trx, { executionId, nodeId, iteration, run, kind, status: 'running' });
  await endNodeOutput(trx, {
    ...{ executionId, nodeId, iteration, status: 'failed' },
    ...(errorType !== undefined && { errorType }),
    ...(errorMessage !== undefined && { errorMessage }),
  });
}

type FailedNodeRow = NonNullable<FinishInput['failedNode']> &
  Pick<FinishInput, 'errorType' | 'errorMessage'> & { executionId: number };

function returned(result: unknown, { countTokens }: FinishInput) {
  const json = JSON.stringify(result);
  return { result: json, returned_tokens: result === null ? 0 : countTokens(json) };
}

/** The stored answer of an execution that completed; null: it has none. */
export async function readAnswer(
  db: Database,
  execution: { conversation_id: number | null; position: number | null; output: string | null },
): Promise<string | null> {
  if (execution.conversation_id === null || execution.position === null) return execution.output;
  const row = await db
    .selectFrom('thread_message')
    .select('content')
    .where('conversation_id', '=', execution.conversation_id)
    .where('position', '=', execution.position)
    .where('role', '=', 'assistant')
    .executeTakeFirst();
  return row?.content ?? null;
}

/**
 * Ends a turn whose execution could not do it itself: cancelled in the queue, refused, or terminated. Keeps
 * the user's message in the thread. Does nothing to a turn that has ended; returns how it ended.
 */
export async function settleTurn(
  db: Database,
  input: { conversationId: string; executionId: string; turnId: string } & Omit<FinishInput, 'workflowId'>,
): Promise<FinalStatus> {
  const finished = await finishExecution(db, { ...input, workflowId: input.executionId });
  return db.transaction().execute(async (trx) => {
    const conversation = await lockConversationOfTurn(trx, {
      workflowId: input.conversationId,
      turnId: input.turnId,
    });
    if (conversation === undefined) return finished.status;
    const { position } = conversation;
    const turn = await trx
      .selectFrom('turn')
      .select(['status', 'kind'])
      .where('conversation_id', '=', conversation.id)
      .where('position', '=', position)
      .executeTakeFirstOrThrow();
    if (isFinal(turn.status)) return turn.status;
    if (turn.kind === 'message') await placeUserMessage(trx, { conversation, position, executionId: null });
    await endTurnRow(trx, { ...input, conversationId: conversation.id, position });
    await notifyExecution(trx, input.executionId);
    return finished.status;
  });
}
