import { sql } from 'kysely';
import type { WaitingNode } from '../../protocol/messages.js';
import type { Database } from '../database.js';
import { VOTES_OF_APPROVAL } from './approvals.js';
import { callPlace } from '../calls/call-column.js';

export interface UndeliveredAnswer {
  executionId: string;
  question: WaitingNode;
}

/** Lists answers whose client died before it notified the execution. */
export async function listUndeliveredAnswers(
  db: Database,
  { afterSeconds, limit }: { afterSeconds: number; limit: number },
): Promise<UndeliveredAnswer[]> {
  const { rows } = await sql<UndeliveredAnswer>`
    select workflow_id as "executionId", json_strip_nulls(json_build_object('nodeId', node_id,
      'iteration', iteration, 'call', ${callPlace()})) as question
    from approval join execution on execution.id = approval.execution_id
    where approval.status = 'open' and answer is not null and answer_turn_id is null
      and not exists (select from ${VOTES_OF_APPROVAL}
        and vote.created_at > now() - ${afterSeconds}::double precision * interval '1 second')
    order by approval.created_at limit ${limit}`.execute(db);
  return rows;
}
