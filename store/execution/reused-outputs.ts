import { sql } from 'kysely';
import { stepBase } from '../../flow/execution/step-blocks.js';
import type { Database } from '../database.js';

export interface ReusableOutput {
  nodeId: string;
  output: unknown;
  /** Of a node that answers in text. */
  text: string | null;
}

/** Returns the outputs of nodes outside loops. Absent if the user does not own the execution. */
export async function loadReusableOutputs(
  db: Database,
  { of, workflowId }: { of: string; workflowId: string },
): Promise<ReusableOutput[] | undefined> {
  const origin = await sql<{ id: number }>`
    select origin.id from execution origin join execution again on again.workflow_id = ${workflowId}
    where origin.workflow_id = ${of} and origin.user_id is not distinct from again.user_id
      and origin.parent_id is null and origin.conversation_id is null`.execute(db);
  const id = origin.rows[0]?.id;
  if (id === undefined) return undefined;
  const { rows } = await sql<ReusableOutput>`
    select node.node_id as "nodeId", node.output, case when node.answer_step is not null then (
      select coalesce(string_agg(part ->> 'text', '' order by place), '')
      from trace_message trace, jsonb_array_elements(trace.content) with ordinality as parts (part, place)
      where trace.execution_id = node.execution_id and trace.step = node.answer_step
        and trace.ordinal = 0 and part ->> 'type' = 'text') end as text
    from node_output node
    where node.execution_id = ${id} and node.iteration = '' and node.status = 'success'`.execute(db);
  return rows;
}

/** Idempotent. */
export async function storeReusedOutputs(
  db: Database,
  workflowId: string,
  nodes: readonly (ReusableOutput & { run: number; kind: string; tokens: number })[],
): Promise<void> {
  if (nodes.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .selectFrom('execution')
      .select('id')
      .where('workflow_id', '=', workflowId)
      .executeTakeFirstOrThrow();
    const now = new Date();
    await trx
      .insertInto('node_output')
      .values(
        nodes.map(({ nodeId, run, kind, output, text }) => ({
          execution_id: id,
          node_id: nodeId,
          run,
          kind,
          status: 'success' as const,
          output: output === null ? null : JSON.stringify(output),
          answer_step: text === null ? null : stepBase(run) + 1,
          finished_at: now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const spoken = nodes.flatMap(({ nodeId, run, text, tokens }) =>
      text === null
        ? []
        : [
            {
              execution_id: id,
              step: stepBase(run) + 1,
              ordinal: 0,
              node_id: nodeId,
              role: 'assistant' as const,
              content: JSON.stringify([{ type: 'text', text }]),
              token_count: tokens,
            },
          ],
    );
    if (spoken.length > 0)
      await trx
        .insertInto('trace_message')
        .values(spoken)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
}
