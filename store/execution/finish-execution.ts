import { type Selectable, sql } from 'kysely';
import { saysNothing } from '../../flow/execution/execution-result.js';
import { isFinal } from '../../flow/execution/execution-status.js';
import type { AskedCall } from '../../protocol/call-place.js';
import type { FinalStatus } from '../../protocol/final-status.js';
import { boundedLockWaits, guardBudget, type OnBudgetFailure } from '../budget/budget-guard.js';
import { releaseOpenReservations } from '../budget/budget-settlement.js';
import type { Database, DatabaseTransaction } from '../database.js';
import {
  joinInterrupted,
  notifyJoined,
  selectSteering,
  waitsInterrupted,
} from '../conversation/joining-turns.js';
import { locksConversation } from '../lock-order.js';
import { notifyEnd } from '../notify.js';
import { hasUpkeep, type UpkeepRule } from './upkeep-due.js';
import type { ExecutionTable } from '../tables/execution.table.js';
import { endOpenCalls, endOpenWork, type WorkEnd } from './end-open-work.js';
import { readExecutionResult, type NodeResult, type OfFlow } from './read-execution-result.js';
import {
  BudgetUnavailableError,
  NO_USAGE,
  readExecutionWork,
  type ExecutionUsage,
} from './execution-usage.js';
import { endAnsweredTurn, endTurn } from './finish-turn.js';
import { noteBrokenCalls } from './note-broken-calls.js';
import { findPartialAnswer } from './partial-answer.js';
import { NO_ANSWER, shownAnswer } from '../../protocol/shown-answer.js';
import { readAnswer } from './read-answer.js';
import { listStepMessages } from './list-step-messages.js';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import { listPositions, omitMessages } from '../conversation/omit-messages.js';

export interface FinishInput extends WorkEnd {
  workflowId: string;
  /** Required for `completed`: the last node in this order has the result. */
  nodeOrder?: OfFlow<readonly string[]> | undefined;
  upkeepRule?: OfFlow<UpkeepRule> | undefined;
  sendsRefused?: OfFlow<boolean>;
  unlessStepsWait?: boolean;
  onBudgetFailure?: OnBudgetFailure;
}

export interface FinishResult {
  status: FinalStatus;
  answer: string | null;
  usage: ExecutionUsage;
  upkeep?: true;
  isAlone?: true;
  ended?: EndedExecution | undefined;
  isUnknown?: true;
}

export interface EndedExecution extends Omit<WorkEnd, 'countTokens'> {
  workflowId: string;
  flow: string;
  user: string | null;
  kind: 'turn' | 'sub-execution' | 'alone';
  seconds: number;
  begun?: { flowVersion: number; usage: ExecutionUsage; askedBy: AskedCall | undefined };
}

export class StepsWaitError extends Error {}

/**
 * Idempotent: the first call sets the status. If the budget tables cannot be read, runs again without them.
 */
export async function finishExecution(db: Database, input: FinishInput): Promise<FinishResult> {
  try {
    return await db.transaction().execute((trx) => finish(trx, input, { looksForReservations: true }));
  } catch (error) {
    // Without the budget tables, waiting steps cannot be found.
    if (!(error instanceof BudgetUnavailableError) || input.unlessStepsWait) throw error;
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
    .select(['flow_slug', 'flow_version', 'user_id', 'parent_step', 'parent_ordinal'])
    .select(sql<number>`extract(epoch from clock_timestamp() - created_at)::float8`.as('seconds'))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('agent_step')
            .select('ordinal')
            .whereRef('execution_id', '=', 'execution.id')
            .where('queue', '=', 'todo')
            .where('ordinal', '>', 0),
        )
        .as('has_pushed'),
    )
    .select(({ exists }) =>
      exists(selectSteering().where('turn.joined_step', 'is not', null)).as('is_steered'),
    )
    .select(waitsInterrupted.as('waits_interrupted'))
    .$if(looksForReservations, (query) => query.select(boundedLockWaits.as('lock_timeout')))
    .where('workflow_id', '=', input.workflowId)
    .where(
      locksConversation(sql`(select conversation_id from execution where workflow_id = ${input.workflowId})`),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!execution) return { status: input.status, answer: null, usage: NO_USAGE, isUnknown: true };
  const { usage, outputs, hasOpenCalls, hasReservations, hasSteps } = await readExecutionWork(trx, {
    executionId: execution.id,
    looksForReservations,
  });
  if (input.unlessStepsWait && hasSteps) throw new StepsWaitError();
  // `endOpenWork` keeps the partial texts of other ends first.
  if (hasOpenCalls && input.status === 'completed' && !isFinal(execution.status))
    await endOpenCalls(trx, { executionId: execution.id, status: input.status });
  const result = await decide(trx, input, { execution, usage, outputs });
  const isAlone = execution.conversation_id === null && execution.parent_id === null;
  if (hasReservations)
    await guardBudget(trx, {
      work: () => releaseOpenReservations(trx, execution.id),
      onFailure: input.onBudgetFailure,
    });
  const ended = isFinal(execution.status) ? undefined : toEnded(input, { execution, usage });
  return { ...result, isAlone: isAlone || undefined, ended };
}

function toEnded(
  { workflowId, status, errorType, errorMessage, failedNode }: FinishInput,
  { execution, usage }: { execution: ExecutionRow; usage: ExecutionUsage },
): EndedExecution {
  const { flow_slug: flow, flow_version: flowVersion, user_id: user, seconds } = execution;
  const { parent_id, conversation_id, parent_step: step, parent_ordinal: ordinal } = execution;
  const kind = parent_id !== null ? 'sub-execution' : conversation_id === null ? 'alone' : 'turn';
  const askedBy = step === null || ordinal === null ? undefined : { step, ordinal };
  const begun = { flowVersion, usage, askedBy };
  return { workflowId, status, errorType, errorMessage, failedNode, flow, user, kind, seconds, begun };
}

async function decide(
  trx: DatabaseTransaction,
  input: FinishInput,
  { execution, usage, outputs }: { execution: ExecutionRow; usage: ExecutionUsage; outputs: NodeResult[] },
): Promise<FinishResult> {
  if (isFinal(execution.status)) {
    const answer = await readAnswer(trx, execution);
    // If the caller crashed, it may not have started the upkeep.
    const isDue = execution.status === 'completed' && (await hasUpkeep(trx, { ...input, execution }));
    return { status: execution.status, answer, usage, upkeep: isDue || undefined };
  }
  const given =
    input.status === 'completed'
      ? await readExecutionResult(trx, execution, { ...input, outputs })
      : undefined;
  const { workflowId, status } = input;
  const { id: executionId, conversation_id: conversationId, position } = execution;
  if (conversationId === null || position === null) {
    // Before `endRow`, because writing a failed node's row needs an open execution.
    await endOpenWork(trx, execution, input);
    await endRow(trx, input, { execution, given });
    await notifyEnd(trx, workflowId);
    return { status, answer: given ? shownAnswer(given.text) : null, usage };
  }
  const turn = { ...input, executionId, conversationId, position };
  const isInterrupted = status === 'cancelled' && execution.waits_interrupted;
  if (isInterrupted) await joinInterrupted(trx, turn);
  if (execution.is_steered || isInterrupted) await notifyJoined(trx, turn);
  if (!given) {
    await endOpenWork(trx, execution, input);
    await endRow(trx, input, { execution, given });
    await endWithoutAnswer(trx, turn, execution);
    if (status === 'failed' && (await omitsRefused(trx, input, execution))) await omitRefused(trx, turn);
    return { status, answer: null, usage };
  }
  const steps = execution.has_pushed ? await listStepMessages(trx, executionId) : [];
  const text = saysNothing(given.result) ? NO_ANSWER : given.text;
  const place = await endAnsweredTurn(trx, { ...turn, answer: text, answerStep: given.step, steps });
  // In later turns, some providers would refuse a request that contains an empty answer.
  if (given.text === '' && (await omitsRefused(trx, input, execution))) await omitRefused(trx, turn);
  const isDue = await hasUpkeep(trx, { ...input, execution, place });
  return { status, answer: shownAnswer(text), usage, upkeep: isDue || undefined };
}

async function omitsRefused(
  trx: DatabaseTransaction,
  { sendsRefused }: FinishInput,
  flow: ExecutionRow,
): Promise<boolean> {
  return (await sendsRefused?.(trx, { slug: flow.flow_slug, version: flow.flow_version })) !== true;
}

async function endWithoutAnswer(
  trx: DatabaseTransaction,
  turn: FinishInput & { executionId: number; conversationId: number; position: number },
  execution: Pick<ExecutionRow, 'has_pushed'>,
): Promise<void> {
  const { executionId, workflowId } = turn;
  const partial = turn.status === 'cancelled' ? await findPartialAnswer(trx, executionId) : undefined;
  if (!partial) {
    await endTurn(trx, turn);
    await notifyEnd(trx, workflowId);
  } else {
    const steps = execution.has_pushed ? await listStepMessages(trx, executionId) : [];
    await endAnsweredTurn(trx, { ...turn, answer: partial.text, answerStep: partial.step, steps });
  }
  await noteBrokenCalls(trx, { ...turn, role: partial ? 'assistant' : 'user' });
}

type ExecutionRow = Pick<
  Selectable<ExecutionTable>,
  'id' | 'status' | 'conversation_id' | 'position' | 'output' | 'parent_id' | 'flow_slug' | 'flow_version'
> & {
  user_id: string | null;
  parent_step: number | null;
  parent_ordinal: number | null;
  seconds: number;
  has_pushed: unknown;
  is_steered: unknown;
  waits_interrupted: boolean;
};

async function endRow(
  trx: DatabaseTransaction,
  { status, errorType, errorMessage, countTokens }: FinishInput,
  { execution, given }: { execution: ExecutionRow; given: { result: unknown; text: string } | undefined },
): Promise<void> {
  const result = execution.parent_id === null || !given ? undefined : JSON.stringify(given.result);
  await trx
    .updateTable('execution')
    .set({
      status,
      error_type: errorType ?? null,
      error_message: errorMessage ?? null,
      finished_at: new Date(),
      // A turn's answer is stored as a message instead.
      output: execution.conversation_id === null ? (given?.text ?? null) : null,
      result,
      returned_tokens: result === undefined ? undefined : given?.result === null ? 0 : countTokens(result),
    })
    .where('id', '=', execution.id)
    .execute();
}

/**
 * Hides refused messages from later turns, whose calls the provider would also refuse. They stay if the same
 * node run completed a call: then, the refusal concerns what the run added.
 */
async function omitRefused(
  trx: DatabaseTransaction,
  turn: { executionId: number; conversationId: number; position: number },
): Promise<void> {
  const { executionId, conversationId } = turn;
  const { rows } = await sql<{ isRefused: boolean }>`
    select exists (
      select from model_call refused
      where execution_id = ${executionId} and purpose = 'answer'
        and (is_refused or status = 'completed' and finish_reason = 'content-filter')
        and not exists (
          select from model_call before
          where before.execution_id = ${executionId} and before.step < refused.step and before.status = 'completed'
            and before.purpose = 'answer'
            and (before.step - 1) / ${sql.lit(STEP_BLOCK)} = (refused.step - 1) / ${sql.lit(STEP_BLOCK)})
    ) as "isRefused"`.execute(trx);
  if (rows[0]?.isRefused !== true) return;
  await omitMessages(trx, { conversationId, positions: await listPositions(trx, turn), as: 'refused' });
}
