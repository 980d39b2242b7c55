import { sql } from 'kysely';
import type { WaitingNode } from '../../protocol/messages.js';
import type { Database } from '../database.js';
import { VOTES_OF_APPROVAL } from './approvals.js';
import { callPlace } from '../calls/call-column.js';

export interface UndeliveredAnswer {
  executionId: number;
  workflowId: string;
  question: WaitingNode;
}

/** Lists answers whose client died before it notified the execution, and all of an execution at once. */
export async function listUndeliveredAnswers(
  db: Database,
  { afterSeconds, after, limit }: { afterSeconds: number; after: number; limit: number },
): Promise<UndeliveredAnswer[]> {
  const { rows } = await sql<UndeliveredAnswer>`
    select execution_id as "executionId", workflow_id as "workflowId", json_strip_nulls(json_build_object('nodeId', node_id,
      'iteration', iteration, 'call', ${callPlace()})) as question
    from approval join execution on execution.id = approval.execution_id
    where approval.status = 'open' and answer is not null and answer_turn_id is null
      and execution_id > ${after}
      and not exists (select from ${VOTES_OF_APPROVAL}
        and vote.created_at > now() - ${afterSeconds}::double precision * interval '1 second')
    order by execution_id fetch first ${limit} rows with ties`.execute(db);
  return rows;
}
