import { sql } from 'kysely';
import { visibleText } from '../../context/message/trace-content.js';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import type { DatabaseTransaction } from '../database.js';

/** More than one, because the newest messages may be tool calls without text. */
const NEWEST_MESSAGES = 20;

export async function findPartialAnswer(
  trx: DatabaseTransaction,
  executionId: number,
): Promise<{ text: string; step: number } | undefined> {
  const rows = await trx
    .selectFrom('trace_message as message')
    .innerJoin('model_call as call', (join) =>
      join.onRef('call.execution_id', '=', 'message.execution_id').onRef('call.step', '=', 'message.step'),
    )
    .select(['message.step', 'message.content'])
    .where('message.execution_id', '=', executionId)
    .where('message.ordinal', '=', 0)
    .where('call.is_shown', '=', true)
    .where('call.purpose', '=', 'answer')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('agent_step')
            .select('agent_step.ordinal')
            .whereRef('agent_step.execution_id', '=', 'message.execution_id')
            .where('agent_step.run', '=', sql<number>`message.step / ${sql.lit(STEP_BLOCK)}`)
            .where('agent_step.queue', '=', 'todo')
            .where('agent_step.ordinal', '>', 0)
            .where('agent_step.joins', '=', false)
            .whereRef('agent_step.begun_step', '<=', 'message.step'),
        ),
      ),
    )
    .orderBy('message.step', 'desc')
    .limit(NEWEST_MESSAGES)
    .execute();
  return rows
    .map(({ step, content }) => ({ step, text: visibleText(content) }))
    .find(({ text }) => text.trim() !== '');
}
