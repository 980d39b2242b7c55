import { sql } from 'kysely';
import type { StepPlace } from '../../protocol/step-queues.js';
import type { TraceContent } from '../../context/trace-content.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { notifyExecution } from '../notify.js';

/** Identifies the run of an agent: the row id of its execution, and the ordinal of the run in it. */
interface AgentRunKey {
  executionId: number;
  run: number;
}

/**
 * Stores a step that was pushed to a run. Pushing it again replaces the first text. False: the execution has ended. The
 * execution's row is locked meanwhile, so that it either ends before or finds the step.
 */
export async function storePushedStep(
  db: Database,
  step: { workflowId: string; run: number; ordinal: number; content: string; joins: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    insert into agent_step (execution_id, run, queue, ordinal, content, joins)
    select id, ${step.run}::integer, 'todo', ${step.ordinal}::integer, ${step.content}::text, ${step.joins}::boolean
    from (
      select id from execution where workflow_id = ${step.workflowId} and finished_at is null for share
    ) as going
    on conflict (execution_id, run, queue, ordinal) do update
      set content = excluded.content, joins = excluded.joins
    returning execution_id`.execute(db);
  return rows.length > 0;
}

/** Records at which step of the trace a queued step begins. Without `content`, the stored text stays. */
export async function beginAgentStep(
  db: Database,
  step: AgentRunKey & StepPlace & { content?: string; begunStep: number },
): Promise<void> {
  const { executionId, run, queue, ordinal, content, begunStep } = step;
  await db
    .insertInto('agent_step')
    .values({
      execution_id: executionId,
      run,
      queue,
      ordinal,
      content: content ?? null,
      begun_step: begunStep,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['execution_id', 'run', 'queue', 'ordinal'])
        // From here on it is a step like those of the flow.
        .doUpdateSet({ begun_step: begunStep, content, joins: false }),
    )
    .execute();
}

/**
 * Marks a node as running again when it answered before this step: it works on what was pushed to it. A step that was
 * answered before, as after a reset, changes nothing: its answer is not given again.
 */
export async function reopenNode(
  db: Database,
  node: AgentRunKey & { nodeId: string; iteration: string; ordinal: number; begunStep: number },
): Promise<void> {
  await db
    .updateTable('node_output')
    .set({ status: 'running', finished_at: null })
    .where('execution_id', '=', node.executionId)
    .where('node_id', '=', node.nodeId)
    .where('iteration', '=', node.iteration)
    .where('status', '=', 'success')
    .where('answer_step', '<', node.begunStep)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('agent_step')
            .select('agent_step.ordinal')
            .where('agent_step.execution_id', '=', node.executionId)
            .where('agent_step.run', '=', node.run)
            .where('agent_step.queue', '=', 'todo')
            .where('agent_step.ordinal', '=', node.ordinal)
            .where('agent_step.answer_step', 'is not', null),
        ),
      ),
    )
    .execute();
}

interface PlacedCall {
  executionId: number;
  /** Workflow ID of the execution. */
  workflowId: string;
  step: number;
  nodeId: string;
  iteration: string;
  /** Whether readers of the stream see the call. */
  isShown: boolean;
  content: TraceContent;
  /** Tokens of the message when it is sent. */
  tokenCount: number;
}

/** Stores, once, a message that asks for a tool call, as if a model had written it. */
export async function placeToolCall(db: Database, call: PlacedCall): Promise<void> {
  const { executionId, step, nodeId, iteration, isShown, content, tokenCount } = call;
  await db.transaction().execute(async (trx) => {
    const placed = await trx
      .insertInto('model_call')
      .values({
        execution_id: executionId,
        step,
        iteration,
        node_id: nodeId,
        is_shown: isShown,
        status: 'completed',
        purpose: 'placed',
        model: NO_MODEL,
        finished_at: new Date(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (placed.numInsertedOrUpdatedRows !== 1n) return;
    await trx
      .insertInto('trace_message')
      .values({
        execution_id: executionId,
        step,
        ordinal: 0,
        node_id: nodeId,
        role: 'assistant',
        content: JSON.stringify(content),
        token_count: tokenCount,
      })
      .execute();
    await notifyExecution(trx, call.workflowId);
  });
}

/** The model id of calls that no model made. */
const NO_MODEL = '-';

/** A step in one of a run's queues. */
export interface AgentStepRow extends StepPlace {
  content: string | null;
  /** Its first step in the trace; null: it has not begun. */
  begunStep: number | null;
  /** It is sent with the next model call of what is being worked on. */
  joins: boolean;
}

/** Loads the stored steps of a run, in the order in which they are carried out. */
export async function loadAgentSteps(
  db: Database,
  { executionId, run }: AgentRunKey,
): Promise<AgentStepRow[]> {
  return db
    .selectFrom('agent_step')
    .select(['queue', 'ordinal', 'content', 'begun_step as begunStep', 'joins'])
    .where('execution_id', '=', executionId)
    .where('run', '=', run)
    .orderBy(sql`array_position(array['pre', 'todo', 'post'], queue)`)
    .orderBy('ordinal')
    .execute();
}

/**
 * Notes that these steps are first sent with the call of a step, whose plan was just stored in the same transaction.
 * False: another plan has one of them.
 */
export async function joinSteps(
  trx: DatabaseTransaction,
  { executionId, run, ordinals, step }: AgentRunKey & { ordinals: readonly number[]; step: number },
): Promise<boolean> {
  const updated = await trx
    .updateTable('agent_step')
    .set({ begun_step: step })
    .where('execution_id', '=', executionId)
    .where('run', '=', run)
    .where('queue', '=', 'todo')
    .where('ordinal', 'in', ordinals)
    .where('begun_step', 'is', null)
    .executeTakeFirst();
  return updated.numUpdatedRows === BigInt(ordinals.length);
}

/** Lists the pushed steps of a run that were first sent with the call of a step. */
export async function listJoinedSteps(
  db: Database,
  { executionId, run, step }: AgentRunKey & { step: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('agent_step')
    .select('ordinal')
    .where('execution_id', '=', executionId)
    .where('run', '=', run)
    .where('queue', '=', 'todo')
    .where('joins', '=', true)
    .where('begun_step', '=', step)
    .orderBy('ordinal')
    .execute();
  return rows.map(({ ordinal }) => ordinal);
}

/** Loads the stored steps of a run by the Workflow ID of its execution. */
export async function loadRunSteps(
  db: Database,
  { workflowId, run }: { workflowId: string; run: number },
): Promise<AgentStepRow[]> {
  const execution = await db
    .selectFrom('execution')
    .select('id')
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst();
  return execution === undefined ? [] : loadAgentSteps(db, { executionId: execution.id, run });
}

/** Finds the queued step that a run worked on at a step of the trace. Undefined: the run has none but its question. */
export async function findQueuedStep(
  db: Database,
  { executionId, run, step }: AgentRunKey & { step: number },
): Promise<StepPlace | undefined> {
  return db
    .selectFrom('agent_step')
    .select(['queue', 'ordinal'])
    .where('execution_id', '=', executionId)
    .where('run', '=', run)
    .where('joins', '=', false)
    .where('begun_step', '<=', step)
    .orderBy('begun_step', 'desc')
    .limit(1)
    .executeTakeFirst();
}
