import { sql, type RawBuilder } from 'kysely';
import { findRun, STEP_BLOCK } from '../../flow/execution/step-blocks.js';

/** A node run that ended with a model's answer. */
export interface EndedNode {
  iteration: string;
  kind: string;
  /** The node's output in place of an answer without text: empty, or why there is no text. */
  standIn?: string;
  /** The object that the answer is; absent: it is a text. */
  object?: Readonly<Record<string, unknown>> | undefined;
  /** The step that was pushed to the run and that the message answers. */
  pushed?: number | undefined;
}

/**
 * The insert by which a node's run succeeds with the message of this step, as a part of the statement that ends
 * the model call: it takes effect only where the part `ended` has a row. A node that went on working after its answer
 * keeps it.
 */
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
        -- A node that got a further instruction is open again, and keeps its answer to the question.
        answer_step = coalesce(node_output.answer_step, excluded.answer_step),
        output = case when node_output.answer_step is null then excluded.output else node_output.output end
      where node_output.finished_at is null`;
}

/** The update that notes the message as the answer to a pushed step, as a part of the same statement. */
export function noteStepAnswer({ step, pushed }: { step: number; pushed: number }): RawBuilder<unknown> {
  return sql`
    update agent_step set answer_step = ended.step from ended
    where agent_step.execution_id = ended.execution_id and queue = 'todo' and ordinal = ${pushed}::integer
      and run = ${findRun(step)}::integer`;
}

/** The output of a run where it is not the text of its message; null: it is. */
function storedOutput({ standIn, object }: EndedNode): string | null {
  if (object !== undefined) return JSON.stringify(object);
  return standIn === undefined ? null : JSON.stringify({ output: standIn });
}
