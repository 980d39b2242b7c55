import { parseCall } from '../../protocol/call-place.js';
import type { Database } from '../database.js';
import { callColumn } from '../calls/call-column.js';
import type { QuestionKey } from '../conversation/question-id.js';

export interface FoundQuestion {
  key: QuestionKey;
  isOpen: boolean;
  requester: string | null;
  approvers: string[] | null;
  quorum: number;
}

const MOST = 100;

export async function findQuestions(
  db: Database,
  {
    executionId,
    nodeId,
    iteration,
    call,
  }: {
    executionId: string;
    nodeId?: string | undefined;
    iteration?: string | undefined;
    call?: string | undefined;
  },
): Promise<FoundQuestion[]> {
  let query = db
    .selectFrom('approval')
    .innerJoin('execution', 'execution.id', 'approval.execution_id')
    .select(['execution.id as executionId', 'user_id as requester', 'node_id as nodeId', 'iteration'])
    .select(['approver_roles as approvers', 'quorum', callColumn()])
    .select((eb) => eb('approval.status', '=', 'open').$castTo<boolean>().as('isOpen'))
    .where('workflow_id', '=', executionId)
    .orderBy('isOpen', 'desc')
    .limit(MOST);
  if (nodeId !== undefined) query = query.where('node_id', '=', nodeId);
  if (iteration !== undefined) query = query.where('iteration', '=', iteration);
  if (call !== undefined) {
    const place = parseCall(call) ?? { step: -1, ordinal: -1 };
    query = query.where('step', '=', place.step).where('ordinal', '=', place.ordinal);
  }
  const rows = await query.execute();
  return rows.map(({ executionId: id, nodeId: node, iteration: item, call: place, ...facts }) => ({
    key: {
      executionId: id,
      nodeId: node,
      iteration: item,
      call: place === null ? undefined : parseCall(place),
    },
    ...facts,
  }));
}
