import type { Budget } from '../../protocol/budget.js';
import { isFinal, type ExecutionStatus } from '../../flow/execution/status.js';
import { openBudget } from '../budget/budgets.js';
import {
  lockConversationOfTurn,
  placeUserMessage,
  type ConversationRow,
} from '../conversation/conversations.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { findCurrentFlowVersion } from '../flows/flows.js';
import { notifyExecution } from '../notify.js';
import { claimText } from '../conversation/stored-texts.js';

interface BeginTurnInput {
  kind: 'turn';
  workflowId: string;
  conversationId: string;
  turnId: string;
  flow: string;
  user: string;
  /** The most that the execution and all executions below it may spend. */
  budget?: Budget;
}

interface BeginPlainInput {
  kind: 'plain';
  workflowId: string;
  flow: string;
  user: string | null;
  text: string;
  /** Reference of a stored text, which the execution claims as its input. */
  textRef?: string;
  /** Input values besides the text. */
  data?: unknown;
  /** Id of the trigger that fires. Absent: the flow's first trigger that fits. */
  triggerId?: string;
  /** The most that the execution and all executions below it may spend. */
  budget?: Budget;
}

/** Begins a sub-execution, whose input its parent stored before. */
interface BeginSubInput {
  kind: 'sub';
  workflowId: string;
  /** Workflow ID of its parent. */
  parentId: string;
}

export type BeginResult =
  | { kind: 'begun'; flowSlug: string; flowVersion: number; triggerId: string | null }
  /** The execution has ended before, with this status. */
  | { kind: 'ended'; status: ExecutionStatus }
  /** Another turn of the conversation is still running. */
  | { kind: 'waits'; activeWorkflowId: string }
  | { kind: 'unknown-turn' }
  /** No text is stored under the reference. */
  | { kind: 'missing-text' }
  /** The parent planned no such sub-execution. */
  | { kind: 'unknown-sub' }
  | { kind: 'unknown-flow' };

/**
 * Stores the execution's row and pins its flow version. For a turn, it also makes the execution the
 * conversation's active one and places the user's message in the thread. Beginning again has no further effect.
 * Runs in one transaction.
 */
export async function beginExecution(
  db: Database,
  input: BeginTurnInput | BeginPlainInput | BeginSubInput,
): Promise<BeginResult> {
  if (input.kind === 'sub') return beginSub(db, input);
  return db.transaction().execute(async (trx) => {
    const conversation =
      input.kind === 'turn'
        ? await lockConversationOfTurn(trx, { workflowId: input.conversationId, turnId: input.turnId })
        : null;
    if (conversation === undefined) return { kind: 'unknown-turn' };
    const known = await findExecution(trx, input.workflowId);
    if (known !== undefined) return begunBefore(known);
    const current = await findCurrentFlowVersion(trx, input.flow);
    if (current === undefined) return { kind: 'unknown-flow' };
    const { version: flowVersion, budget: flowBudget } = current;
    // A budget given at the start takes precedence over the flow's.
    const budget = input.budget ?? flowBudget;
    if (input.kind === 'plain') {
      const text =
        input.textRef === undefined ? input.text : await claimText(trx, input.workflowId, input.textRef);
      const id =
        text !== undefined &&
        (await insertExecution(trx, { ...input, text, budget, flowVersion, conversationId: null }));
      if (id === false || id === undefined) {
        // Nothing is locked up to here, so another worker may have begun the execution, and claimed its text,
        // meanwhile.
        const begun = await findExecution(trx, input.workflowId);
        return begun === undefined && id === false ? { kind: 'missing-text' } : begunBefore(begun);
      }
    } else if (conversation !== null) {
      if (conversation.active_execution_id !== null)
        return {
          kind: 'waits',
          activeWorkflowId: await readWorkflowId(trx, conversation.active_execution_id),
        };
      // The turn was cancelled while it waited in the queue, and ended without an execution.
      if (isFinal(conversation.turn_status)) return { kind: 'ended', status: conversation.turn_status };
      await takeTurn(trx, { ...input, budget, flowVersion }, conversation);
    }
    const triggerId = input.kind === 'plain' ? (input.triggerId ?? null) : null;
    return { kind: 'begun', flowSlug: input.flow, flowVersion, triggerId };
  });
}

async function beginSub(db: Database, { workflowId, parentId }: BeginSubInput): Promise<BeginResult> {
  await db
    .updateTable('execution')
    .set({ status: 'running', created_at: new Date() })
    .where('workflow_id', '=', workflowId)
    .where('status', '=', 'pending')
    .execute();
  const known = await findExecution(db, workflowId);
  return known === undefined || known.parent !== parentId ? { kind: 'unknown-sub' } : begunBefore(known);
}

function begunBefore(known: Awaited<ReturnType<typeof findExecution>>): BeginResult {
  if (known === undefined) throw new Error('An execution that has begun has no row');
  if (isFinal(known.status)) return { kind: 'ended', status: known.status };
  const { flow_slug: flowSlug, flow_version: flowVersion, trigger_id: triggerId } = known;
  return { kind: 'begun', flowSlug, flowVersion, triggerId };
}

async function takeTurn(
  trx: DatabaseTransaction,
  input: BeginTurnInput & { flowVersion: number },
  conversation: ConversationRow & { position: number },
): Promise<void> {
  const { position } = conversation;
  const executionId = await insertExecution(trx, {
    ...input,
    conversationId: conversation.id,
    position,
    // This transaction holds the conversation's lock, so no other one can take this place.
    currentSeq: conversation.last_seq + 1,
    text: null,
  });
  if (executionId === undefined)
    throw new Error(`Execution '${input.workflowId}' has a row although its turn has not begun`);
  await placeUserMessage(trx, { conversation, position, executionId });
  await trx
    .updateTable('turn')
    .set({ status: 'running' })
    .where('conversation_id', '=', conversation.id)
    .where('position', '=', conversation.position)
    .execute();
  await notifyExecution(trx, input.workflowId);
}

/**
 * Inserts the row and returns its id. Undefined: another worker inserted one for this Workflow ID at the same
 * moment.
 */
async function insertExecution(
  trx: DatabaseTransaction,
  input: {
    workflowId: string;
    conversationId: number | null;
    position?: number;
    currentSeq?: number;
    flow: string;
    flowVersion: number;
    user: string | null;
    text: string | null;
    data?: unknown;
    triggerId?: string;
    budget?: Budget;
  },
): Promise<number | undefined> {
  const row = await trx
    .insertInto('execution')
    .values({
      workflow_id: input.workflowId,
      conversation_id: input.conversationId,
      position: input.position ?? null,
      current_seq: input.currentSeq ?? null,
      flow_slug: input.flow,
      flow_version: input.flowVersion,
      user_id: input.user,
      input: input.text,
      data: input.data === undefined ? null : JSON.stringify(input.data),
      trigger_id: input.triggerId ?? null,
      status: 'running',
    })
    .onConflict((conflict) => conflict.column('workflow_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  // Spending that cannot be counted is let go, but the limit itself must be stored: if that fails, the execution
  // begins later.
  if (row !== undefined && input.budget !== undefined) {
    await openBudget(trx, { rootId: row.id, budget: input.budget });
    await trx.updateTable('execution').set({ budget_root_id: row.id }).where('id', '=', row.id).execute();
  }
  return row?.id;
}

async function findExecution(db: Database, workflowId: string) {
  return db
    .selectFrom('execution')
    .leftJoin('execution as parent', 'parent.id', 'execution.parent_id')
    .select(['execution.id', 'execution.status', 'execution.flow_slug', 'execution.flow_version'])
    .select(['execution.trigger_id', 'parent.workflow_id as parent'])
    .where('execution.workflow_id', '=', workflowId)
    .executeTakeFirst();
}

async function readWorkflowId(trx: DatabaseTransaction, executionId: number): Promise<string> {
  const row = await trx
    .selectFrom('execution')
    .select('workflow_id')
    .where('id', '=', executionId)
    .executeTakeFirstOrThrow();
  return row.workflow_id;
}
