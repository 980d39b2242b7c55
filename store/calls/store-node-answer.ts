import { sql, type RawBuilder } from 'kysely';
import { findRun, STEP_BLOCK } from '../../flow/execution/step-blocks.js';

export interface EndedNode {
  iteration: string;
  kind: string;
  standIn?: string;
  object?: Readonly<Record<string, unknown>> | undefined;
  pushed?: number | undefined;
}

export function insertNodeAnswer(
  node: EndedNode & { executionId: number; nodeId: string; step: number },
): RawBuilder<unknown> {
  const { executionId, nodeId, step, iteration, kind } = node;
  const run = findRun(step);
  const output = storedOutput(node);
  return sql`
    insert into node_output (execution_id, node_id, iteration, run, kind, status, answer_step, output, started_at,
      finished_at)
    select execution_id, ${nodeId}, ${iteration}, ${run}::integer, ${kind}, 'success', step, ${output}::jsonb,
      coalesce((
        select created_at from model_call
        where execution_id = ${executionId} and step = ${run * STEP_BLOCK + 1}
      ), now()), now()
    from ended
    on conflict (execution_id, node_id, iteration) do update
      set status = 'success', finished_at = excluded.finished_at,
        -- A node that got a further instruction is open again, and keeps its first answer.
        answer_step = coalesce(node_output.answer_step, excluded.answer_step),
        output = case when node_output.answer_step is null then excluded.output else node_output.output end
      where node_output.finished_at is null`;
}

export function noteStepAnswer({ step, pushed }: { step: number; pushed: number }): RawBuilder<unknown> {
  return sql`
    update agent_step set answer_step = ended.step from ended
    where agent_step.execution_id = ended.execution_id and queue = 'todo' and ordinal = ${pushed}::integer
      and run = ${findRun(step)}::integer`;
}

function storedOutput({ standIn, object }: EndedNode): string | null {
  if (object) return JSON.stringify(object);
  return standIn === undefined ? null : JSON.stringify({ output: standIn });
}
