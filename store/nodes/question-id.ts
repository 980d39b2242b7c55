import { sql, type RawBuilder } from 'kysely';
import type { QuestionKey } from './node-outputs.js';
import { callPlace } from './call-column.js';

export function formatQuestionId({ executionId, nodeId, iteration, call }: QuestionKey): string {
  const about = call ? `/${call.step}.${call.ordinal}` : '';
  return `\n${executionId}/${nodeId}/${iteration}${about}`;
}

export function questionId(): RawBuilder<string> {
  return sql`E'\\n' || approval.execution_id || '/' || approval.node_id || '/' || approval.iteration
    || coalesce('/' || ${callPlace()}, '')`;
}
