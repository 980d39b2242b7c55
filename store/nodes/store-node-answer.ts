import { sql } from 'kysely';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import type { DatabaseTransaction } from '../database.js';

/** A node run that ended with a model's answer. */
export interface EndedNode {
  iteration: string;
  kind: string;
  /** The text that replaces an answer without text. */
  standIn?: string;
}

/**
 * Stores, together with the model call, that its node succeeded with the message of this step. If the node went
 * on working after an earlier answer, the new answer replaces that one.
 */
export async function storeNodeAnswer(
  trx: DatabaseTransaction,
  node: EndedNode & { executionId: number; nodeId: string; step: number },
): Promise<void> {
  const { executionId, nodeId, step, iteration, kind, standIn } = node;
  const run = Math.floor((step - 1) / STEP_BLOCK);
  await trx
    .insertInto('node_output')
    .columns([
      'execution_id',
      'node_id',
      'iteration',
      'run',
      'kind',
      'status',
      'answer_step',
      'output',
      'started_at',
      'finished_at',
    ])
    .expression((query) =>
      query
        .selectFrom('model_call')
        .select([
          sql<number>`${executionId}::bigint`.as('execution_id'),
          sql<string>`${nodeId}::text`.as('node_id'),
          sql<string>`${iteration}::text`.as('iteration'),
          sql<number>`${run}::integer`.as('run'),
          sql<string>`${kind}::text`.as('kind'),
          sql<'success'>`'success'`.as('status'),
          sql<number>`${step}::integer`.as('answer_step'),
          sql<string | null>`${standIn === undefined ? null : JSON.stringify({ output: standIn })}::jsonb`.as(
            'output',
          ),
          sql<Date>`coalesce(min(created_at), now())`.as('started_at'),
          sql<Date>`now()`.as('finished_at'),
        ])
        .where('execution_id', '=', executionId)
        .where('step', '=', run * STEP_BLOCK + 1),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['execution_id', 'node_id', 'iteration'])
        .doUpdateSet(({ ref }) => ({
          status: 'success',
          answer_step: ref('excluded.answer_step'),
          output: ref('excluded.output'),
          finished_at: ref('excluded.finished_at'),
        }))
        // A node that got a further instruction is open again and takes the new answer; an ended one keeps its
        // own.
        .where('node_output.finished_at', 'is', null),
    )
    .execute();
}
