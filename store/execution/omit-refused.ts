import { sql } from 'kysely';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import { listPositions, omitMessages } from '../conversation/omit-messages.js';
import type { DatabaseTransaction } from '../database.js';

/**
 * Has later contexts leave out the message of a turn that ended because the provider refuses it, or they would be refused
 * with it. That is told by the first call of a run of a node: what is refused later on is something that the run itself
 * brought.
 */
export async function omitRefused(
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
