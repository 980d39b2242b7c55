import type { Database } from '../../store/database.js';
import {
  listConversationExecutions,
  listTrees,
  type ExecutionView,
} from '../../store/execution/execution-views.js';
import { loadExecutionDetails, type ExecutionDetails } from '../../store/nodes/load-execution-details.js';

/** An execution with its nodes, and those that it started, by its nodes or by the tools of its agents. */
export interface ExecutionTree extends ExecutionView, ExecutionDetails {
  children: ExecutionTree[];
}

/** Turns of a conversation that its tree has. */
const MAX_TURNS = 50;

export interface TreeInput {
  /** Workflow ID of an execution or a conversation. */
  id: string;
  /** Only what is this user's; undefined: everybody's. */
  user: string | undefined;
  /** Lists runs in loops one by one. */
  hasItems?: boolean | undefined;
}

/** An execution with all below it, or a conversation's latest turns with theirs; none: there is no such thing. */
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

/** Of an execution whose row is gone. */
export const NO_DETAILS: ExecutionDetails = {
  parentNodeId: null,
  givenTokens: null,
  returnedTokens: null,
  waitedMs: 0,
  edges: [],
  nodes: [],
};

/** An execution and those below it. */
interface NestedExecution extends ExecutionView {
  children: NestedExecution[];
}

/** Nests executions below these roots, in the order given; each one once, even where rows form a circle. */
function nestExecutions(views: readonly ExecutionView[], rootIds: readonly string[]): NestedExecution[] {
  const byId = new Map(views.map((view) => [view.executionId, view]));
  const below = new Map<string, ExecutionView[]>();
  for (const view of views) {
    if (view.parentId === null) continue;
    const siblings = below.get(view.parentId);
    if (siblings === undefined) below.set(view.parentId, [view]);
    else siblings.push(view);
  }
  const seen = new Set<string>();
  return rootIds.flatMap((id) => nest(byId.get(id)));

  function nest(view: ExecutionView | undefined): NestedExecution[] {
    if (view === undefined || seen.has(view.executionId)) return [];
    seen.add(view.executionId);
    return [{ ...view, children: (below.get(view.executionId) ?? []).flatMap(nest) }];
  }
}

function idsIn({ executionId, children }: NestedExecution): string[] {
  return [executionId, ...children.flatMap(idsIn)];
}
