import type { Database } from '../database.js';
import { callColumn } from '../nodes/call-column.js';
import { questionName } from '../../flow/approval/question-name.js';
import { shownPrompt } from '../nodes/shown-prompt.js';

/** A question to a person that is open. */
export interface OpenQuestion {
  /** The name by which a message answers it while several questions are open, as in `buy: yes`. Unique in the turn. */
  name: string;
  /** Workflow ID of the execution that asks: this one, or one below it. */
  executionId: string;
  nodeId: string;
  /** The loop item that it is asked for; empty outside of loops. */
  iteration: string;
  /** The tool call that it is asked about, as `3.1`; null: the node itself asks. */
  call: string | null;
  /** Id and tool of that call. */
  toolCallId: string | null;
  toolName: string | null;
  /** A page is to run that call: the answer is its output. */
  wantsOutput: boolean;
  prompt: string;
  /** Roles of which an approver needs one; null: the requesting user answers. */
  approvers: string[] | null;
  /** Null: it never expires. */
  expiresAt: Date | null;
}

/** Loads the open questions of an execution and of those below it, the oldest first. */
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
    // A message has answered it, and the execution that asks has not heard of that yet.
    .where('approval.answer', 'is', null)
    .orderBy('approval.created_at')
    .orderBy('step')
    .orderBy('ordinal')
    .execute();
  return rows.map(({ rootId, ...question }) => ({ ...question, name: questionName(question, rootId) }));
}
