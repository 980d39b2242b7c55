import { sql, type RawBuilder } from 'kysely';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';

/** A node run that ended with a model's answer. */
export interface EndedNode {
  iteration: string;
  kind: string;
  /** The text that replaces an answer without text. */
  standIn?: string;
}

/**
 * The insert by which a node's run succeeds with the message of this step, as a part of the statement that ends
 * the model call: it takes effect only where the part `ended` has a row. If the node went on working after an
 * earlier answer, the new answer replaces that one.
 */
export function insertNodeAnswer(
  node: EndedNode & { executionId: number; nodeId: string; step: number },
): RawBuilder<unknown> {
  const { executionId, nodeId, step, iteration, kind, standIn } = node;
  const run = Math.floor((step - 1) / STEP_BLOCK);
  const output = standIn === undefined ? null : JSON.stringify({ output: standIn });
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
      set status = 'success', answer_step = excluded.answer_step, output = excluded.output,
        finished_at = excluded.finished_at
      -- A node that got a further instruction is open again and takes the new answer; an ended one keeps its own.
      where node_output.finished_at is null`;
}
