import { sql } from 'kysely';
import type { StepPlace } from '../../protocol/step-queues.js';
import type { TraceContent } from '../../context/trace-content.js';
import type { Database } from '../database.js';
import { notifyExecution } from '../notify.js';

/** The run of an agent: its execution's row id, and the ordinal of the run in it. */
interface AgentRunKey {
  executionId: number;
  run: number;
}

/** Stores a step that was pushed to a run; a repeated one takes the place of the first. */
export async function storePushedStep(
  db: Database,
  step: { workflowId: string; run: number; ordinal: number; content: string },
): Promise<void> {
  await sql`
    insert into agent_step (execution_id, run, queue, ordinal, content)
    select id, ${step.run}::integer, 'todo', ${step.ordinal}::integer, ${step.content}::text
    from execution where workflow_id = ${step.workflowId}
    on conflict (execution_id, run, queue, ordinal) do update set content = excluded.content`.execute(db);
}

/** Notes at which step of the trace a queue's step begins; `content` is left as it was stored where it is absent. */
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
        .doUpdateSet({ begun_step: begunStep, content }),
    )
    .execute();
}

/**
 * A node that answered before the step goes on working: its next answer takes the place of the one there is. One that
 * was given since stays: after a reset, what is stored is not given again.
 */
export async function reopenNode(
  db: Database,
  node: { executionId: number; nodeId: string; iteration: string; begunStep: number },
): Promise<void> {
  await db
    .updateTable('node_output')
    .set({ status: 'running', finished_at: null })
    .where('execution_id', '=', node.executionId)
    .where('node_id', '=', node.nodeId)
    .where('iteration', '=', node.iteration)
    .where('status', '=', 'success')
    .where('answer_step', '<', node.begunStep)
    .execute();
}

interface PlacedCall {
  executionId: number;
  /** The execution's Workflow ID. */
  workflowId: string;
  step: number;
  nodeId: string;
  iteration: string;
  /** Whether readers of the stream are told of it. */
  isShown: boolean;
  content: TraceContent;
  /** What the message costs when it is sent. */
  tokenCount: number;
}

/** Stores a message that asks for a tool call as if a model had said it; once. */
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

/** What stands where a call has its model. */
const NO_MODEL = '-';

/** A step of a run's queues. */
export interface AgentStepRow extends StepPlace {
  content: string | null;
  /** Its first step in the trace; null: it waits. */
  begunStep: number | null;
}

/** The steps of a run that are stored, in the order in which they are worked off. */
export async function loadAgentSteps(
  db: Database,
  { executionId, run }: AgentRunKey,
): Promise<AgentStepRow[]> {
  return db
    .selectFrom('agent_step')
    .select(['queue', 'ordinal', 'content', 'begun_step as begunStep'])
    .where('execution_id', '=', executionId)
    .where('run', '=', run)
    .orderBy(sql`array_position(array['pre', 'todo', 'post'], queue)`)
    .orderBy('ordinal')
    .execute();
}

/** The same, by the Workflow ID of the execution. */
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
