import { sql } from 'kysely';
import type { Database } from '../database.js';
import { callColumn } from '../calls/call-column.js';
import { shownPrompt } from './shown-prompt.js';
import type { OpenApproval } from '../../views/approval.js';
import { isBelowAny } from '../root-flow.js';

export async function listOpenApprovals(
  db: Database,
  filter: {
    user?: string | undefined;
    flows?: readonly string[] | undefined;
    executionId?: string | undefined;
    limit: number;
  },
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
    .where('approval.status', '=', sql.lit('open'))
    .where(isBelowAny(filter.flows))
    .orderBy('approval.created_at')
    .orderBy('approval.execution_id')
    .limit(filter.limit);
  if (filter.user !== undefined) query = query.where('user_id', '=', filter.user);
  if (filter.executionId !== undefined) query = query.where('workflow_id', '=', filter.executionId);
  return query.execute();
}
