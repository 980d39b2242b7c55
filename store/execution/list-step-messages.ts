import { visibleText } from '../../context/message/trace-content.js';
import type { JoinedMessage } from '../conversation/place-joined.js';
import type { DatabaseTransaction } from '../database.js';

/**
 * Lists the instructions that were queued for agents whose answers are shown, each with its answer. Omits an
 * empty answer, so the answer to the next instruction follows.
 */
export async function listStepMessages(
  trx: DatabaseTransaction,
  executionId: number,
): Promise<JoinedMessage[]> {
  const rows = await trx
    .selectFrom('agent_step as step')
    .leftJoin('model_call as call', (join) =>
      join.onRef('call.execution_id', '=', 'step.execution_id').onRef('call.step', '=', 'step.begun_step'),
    )
    .leftJoin('trace_message as answer', (join) =>
      join
        .onRef('answer.execution_id', '=', 'step.execution_id')
        .onRef('answer.step', '=', 'step.answer_step')
        .on('answer.ordinal', '=', 0),
    )
    .select(['step.run', 'step.ordinal', 'step.content', 'step.begun_step', 'step.answer_step'])
    .select(['answer.content as answer', 'call.is_shown'])
    .where('step.execution_id', '=', executionId)
    .where('step.queue', '=', 'todo')
    .where('step.ordinal', '>', 0)
    .where('step.begun_step', 'is not', null)
    .orderBy('step.begun_step')
    .orderBy('step.ordinal')
    .execute();
  const messages = rows
    .filter(({ is_shown: isShown }) => isShown !== false)
    .flatMap(
      ({ run, ordinal, content, begun_step: begun, answer_step: answered, answer }): JoinedMessage[] => {
        // Turn ids contain no line break, so the leading one keeps this id different from all of them.
        const id = `\n${executionId}.${run}.${ordinal}`;
        const text = answer === null ? '' : visibleText(answer);
        const pushed = { id, role: 'user' as const, text: content ?? '', step: begun ?? 0 };
        if (answered === null || text.trim() === '') return [pushed];
        return [pushed, { id, role: 'assistant', text, step: answered }];
      },
    );
  return messages.sort((one, other) => one.step - other.step || rank(one) - rank(other));
}

function rank({ role }: JoinedMessage): number {
  return role === 'user' ? 0 : 1;
}
