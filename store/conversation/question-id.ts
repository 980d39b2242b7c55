import { sql, type RawBuilder } from 'kysely';
import type { AskedCall } from '../../protocol/call-place.js';
import { callPlace } from '../calls/call-column.js';

export interface QuestionKey {
  executionId: number;
  nodeId: string;
  iteration: string;
  call?: AskedCall | undefined;
}

export function formatQuestionId({ executionId, nodeId, iteration, call }: QuestionKey): string {
  const about = call ? `/${call.step}.${call.ordinal}` : '';
  return `\n${executionId}/${nodeId}/${iteration}${about}`;
}

export function questionId(): RawBuilder<string> {
  return sql`E'\\n' || approval.execution_id || '/' || approval.node_id || '/' || approval.iteration
    || coalesce('/' || ${callPlace()}, '')`;
}
