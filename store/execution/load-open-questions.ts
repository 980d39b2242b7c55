import type { Database } from '../database.js';
import { callColumn } from '../calls/call-column.js';
import { questionName } from '../../flow/approval/question-name.js';
import { shownPrompt } from '../nodes/shown-prompt.js';

export interface OpenQuestion {
  /** Unique in the turn, so that `buy: yes` answers this question. */
  name: string;
  executionId: string;
  nodeId: string;
  iteration: string;
  call: string | null;
  toolCallId: string | null;
  toolName: string | null;
  wantsOutput: boolean;
  prompt: string;
  approvers: string[] | null;
  expiresAt: Date | null;
}

export async function loadOpenQuestions(db: Database, executionId: number): Promise<OpenQuestion[]> {
  const rows = await db
    .selectFrom('approval')
    .innerJoin('execution', 'execution.id', 'approval.execution_id')
    .innerJoin('execution as root', (join) =>
      join.on((eb) => eb('root.id', '=', eb.fn.coalesce('execution.root_id', 'execution.id'))),
    )
    .select('root.workflow_id as rootId')
    .select(['execution.workflow_id as executionId', 'node_id as nodeId', 'iteration', callColumn()])
    .select(['tool_call_id as toolCallId', 'tool_name as toolName', 'expires_at as expiresAt'])
    .select(shownPrompt().as('prompt'))
    .select(['wants_output as wantsOutput', 'approver_roles as approvers'])
    .where((eb) => eb.or([eb('execution.id', '=', executionId), eb('execution.root_id', '=', executionId)]))
    .where('approval.status', '=', 'open')
    // Answered questions are not open, even if the execution has yet to read the answer.
    .where('approval.answer', 'is', null)
    .orderBy('approval.created_at')
    .orderBy('step')
    .orderBy('ordinal')
    .execute();
  return rows.map(({ rootId, ...question }) => ({ ...question, name: questionName(question, rootId) }));
}
