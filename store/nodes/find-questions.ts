import { parseCall } from '../../protocol/call-place.js';
import type { Database } from '../database.js';
import { callColumn } from './call-column.js';
import type { QuestionKey } from './node-outputs.js';

/** A question, with the facts that say who may answer it. */
export interface FoundQuestion {
  key: QuestionKey;
  isOpen: boolean;
  /** The user whose execution asks; null: it has none. */
  requester: string | null;
  /** Roles of which an approver needs one; null: the requesting user answers. */
  approvers: string[] | null;
  quorum: number;
}

/** More than one answer can mean. */
const MOST = 100;

/** Finds the questions of an execution that an answer may mean, open ones first. */
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
