import { sql, type RawBuilder } from 'kysely';
import type { QuestionKey } from './node-outputs.js';
import { callPlace } from './call-column.js';

/**
 * The turn id of a question or answer without a message. Turn ids never contain a line break, so it cannot
 * collide.
 */
export function formatQuestionId({ executionId, nodeId, iteration, call }: QuestionKey): string {
  const about = call === undefined ? '' : `/${call.step}.${call.ordinal}`;
  return `\n${executionId}/${nodeId}/${iteration}${about}`;
}

/** {@link formatQuestionId} of a row of `approval`. */
export function questionId(): RawBuilder<string> {
  return sql`E'\\n' || approval.execution_id || '/' || approval.node_id || '/' || approval.iteration
    || coalesce('/' || ${callPlace()}, '')`;
}
