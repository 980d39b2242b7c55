import type { Database } from '../database.js';
import { callColumn } from '../nodes/call-column.js';

/** A question to a person that is open. */
export interface OpenQuestion {
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
export function loadOpenQuestions(db: Database, executionId: number): Promise<OpenQuestion[]> {
  return (
    db
      .selectFrom('approval')
      .innerJoin('execution', 'execution.id', 'approval.execution_id')
      .select(['execution.workflow_id as executionId', 'node_id as nodeId', 'iteration', callColumn()])
      .select(['tool_call_id as toolCallId', 'tool_name as toolName', 'prompt', 'expires_at as expiresAt'])
      .select(['wants_output as wantsOutput', 'approver_roles as approvers'])
      .where((eb) => eb.or([eb('execution.id', '=', executionId), eb('execution.root_id', '=', executionId)]))
      .where('approval.status', '=', 'open')
      // A message has answered it, and the execution that asks has not heard of that yet.
      .where('approval.answer', 'is', null)
      .orderBy('approval.created_at')
      .orderBy('step')
      .orderBy('ordinal')
      .execute()
  );
}
