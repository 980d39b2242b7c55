import { isFinal, type ExecutionStatus } from '../../flow/execution/execution-status.js';
import type { Database } from '../database.js';
import type { BeginResult } from './begin-result.js';

export interface KnownExecution {
  status: ExecutionStatus;
  flow_slug: string;
  flow_version: number;
  trigger_id: string | null;
}

export function begunBefore(known: KnownExecution | undefined): BeginResult {
  if (!known) throw new Error('An execution that has begun has no row');
  if (isFinal(known.status)) return { kind: 'ended', status: known.status };
  const { flow_slug: flowSlug, flow_version: flowVersion, trigger_id: triggerId } = known;
  return { kind: 'begun', flowSlug, flowVersion, triggerId, isNew: false };
}

export async function findExecution(db: Database, workflowId: string) {
  return db
    .selectFrom('execution')
    .leftJoin('execution as parent', 'parent.id', 'execution.parent_id')
    .select(['execution.id', 'execution.status', 'execution.flow_slug', 'execution.flow_version'])
    .select(['execution.trigger_id', 'execution.user_id', 'parent.workflow_id as parent'])
    .where('execution.workflow_id', '=', workflowId)
    .executeTakeFirst();
}
