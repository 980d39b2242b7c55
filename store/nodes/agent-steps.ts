import { sql } from 'kysely';
import type { StepPlace } from '../../protocol/queued-steps.js';
import type { TraceContent } from '../../context/message/trace-content.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { notifyExecution } from '../notify.js';

interface AgentRunKey {
  executionId: number;
  run: number;
}

/** Idempotent: keeps the newest text. Returns false if the execution has ended. */
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
        .doUpdateSet({ begun_step: begunStep, content, joins: false }),
    )
    .execute();
}

/** Skips a step that was answered, as after a reset. */
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
  workflowId: string;
  step: number;
  nodeId: string;
  iteration: string;
  isShown: boolean;
  content: TraceContent;
  tokenCount: number;
}

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
        content: JSON.stringify(content),
        token_count: tokenCount,
      })
      .execute();
    await notifyExecution(trx, call.workflowId);
  });
}

const NO_MODEL = '-';

export interface AgentStepRow extends StepPlace {
  content: string | null;
  begunStep: number | null;
  joins: boolean;
}

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

export async function loadRunSteps(
  db: Database,
  { workflowId, run }: { workflowId: string; run: number },
): Promise<AgentStepRow[]> {
  const execution = await db
    .selectFrom('execution')
    .select('id')
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst();
  return execution ? loadAgentSteps(db, { executionId: execution.id, run }) : [];
}

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
