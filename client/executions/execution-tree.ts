import type { Database } from '../../store/database.js';
import { listConversationExecutions, listTrees } from '../../store/execution/execution-views.js';
import type { ExecutionView, ExecutionDetails, ExecutionTree } from '../../views/execution.js';
import { loadExecutionDetails } from '../../store/nodes/load-execution-details.js';
import { groupBy } from '../../protocol/group-by.js';

const MAX_TURNS = 50;

export interface TreeInput {
  id: string;
  user: string | undefined;
  hasItems?: boolean | undefined;
}

export async function readTree(db: Database, input: TreeInput): Promise<ExecutionTree[]> {
  const { id, user } = input;
  const whole = await listTrees(db, { rootIds: [id], user });
  if (whole.length > 0) return withNodes(db, { views: whole, rootIds: [id], hasItems: input.hasItems });
  const turns = await listConversationExecutions(db, { conversationId: id, user, limit: MAX_TURNS });
  const rootIds = turns.map(({ executionId }) => executionId).reverse();
  const views = rootIds.length === 0 ? [] : await listTrees(db, { rootIds, user });
  return withNodes(db, { views, rootIds, hasItems: input.hasItems });
}

async function withNodes(
  db: Database,
  input: { views: readonly ExecutionView[]; rootIds: readonly string[]; hasItems: boolean | undefined },
): Promise<ExecutionTree[]> {
  const found = nestExecutions(input.views, input.rootIds);
  const executionIds = found.flatMap(idsIn);
  const details = await loadExecutionDetails(db, { executionIds, hasItems: input.hasItems === true });
  return found.map(function complete({ children, ...view }): ExecutionTree {
    const own = details.get(view.executionId) ?? NO_DETAILS;
    return { ...view, ...own, children: children.map(complete) };
  });
}

export const NO_DETAILS: ExecutionDetails = {
  parentNodeId: null,
  givenTokens: null,
  returnedTokens: null,
  waitedMs: 0,
  edges: [],
  nodes: [],
};

interface NestedExecution extends ExecutionView {
  children: NestedExecution[];
}

/** Each execution appears once, even if the rows form a cycle. */
function nestExecutions(views: readonly ExecutionView[], rootIds: readonly string[]): NestedExecution[] {
  const byId = new Map(views.map((view) => [view.executionId, view]));
  const below = groupBy(views, ({ parentId }) => parentId);
  const seen = new Set<string>();
  return rootIds.flatMap((id) => nest(byId.get(id)));

  function nest(view: ExecutionView | undefined): NestedExecution[] {
    if (!view || seen.has(view.executionId)) return [];
    seen.add(view.executionId);
    return [{ ...view, children: (below.get(view.executionId) ?? []).flatMap(nest) }];
  }
}

function idsIn({ executionId, children }: NestedExecution): string[] {
  return [executionId, ...children.flatMap(idsIn)];
}
