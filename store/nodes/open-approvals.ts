import type { Database } from '../database.js';
import { callColumn } from './call-column.js';
import { shownPrompt } from './shown-prompt.js';

/** A question that waits for an answer. */
export interface OpenApproval {
  /** Workflow ID of the execution. */
  executionId: string;
  flow: string;
  user: string | null;
  nodeId: string;
  /** The loop item that it is asked for; empty outside of loops. */
  iteration: string;
  /** The tool call that it is asked about, as `3.1`: its step, and which of the step's calls; null: the node itself asks. */
  call: string | null;
  /** The tool of that call. */
  toolName: string | null;
  prompt: string;
  /** Roles of which an approver needs one; null: the requesting user answers. */
  approvers: string[] | null;
  /** The number of approvers who have to agree. */
  quorum: number;
  askedAt: Date;
  /** Null: it never expires. */
  expiresAt: Date | null;
}

/** Lists questions that wait for an answer, the oldest first: those of one user, of one execution, or all. */
export async function listOpenApprovals(
  db: Database,
  filter: { user?: string | undefined; executionId?: string | undefined; limit: number },
): Promise<OpenApproval[]> {
  let query = db
    .selectFrom('approval')
    .innerJoin('execution', 'execution.id', 'approval.execution_id')
    .select(['execution.workflow_id as executionId', 'flow_slug as flow', 'user_id as user'])
    .select([
      'node_id as nodeId',
      'iteration',
      callColumn(),
      'tool_name as toolName',
      'approval.created_at as askedAt',
    ])
    .select(shownPrompt().as('prompt'))
    .select(['expires_at as expiresAt', 'approver_roles as approvers', 'quorum'])
    .where('approval.status', '=', 'open')
    .orderBy('approval.created_at')
    .orderBy('approval.execution_id')
    .limit(filter.limit);
  if (filter.user !== undefined) query = query.where('user_id', '=', filter.user);
  if (filter.executionId !== undefined) query = query.where('workflow_id', '=', filter.executionId);
  return query.execute();
}
