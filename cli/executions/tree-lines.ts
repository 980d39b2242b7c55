import type { ExecutionTree } from '../../client/executions/executions.js';
import type { ExecutionDetails } from '../../store/nodes/load-execution-details.js';

/** A node with its runs, where they are listed. */
export type NodeDetails = ExecutionDetails['nodes'][number];
/** A run of a node for one item of a loop. */
export type ItemRunDetails = NonNullable<NodeDetails['itemRuns']>[number];

/** A line of a tree of executions, and the lines below it. */
export type TreeLine = { readonly children: readonly TreeLine[] } & (
  | { kind: 'execution'; execution: ExecutionTree }
  | { kind: 'node'; node: NodeDetails }
  | { kind: 'run'; run: ItemRunDetails }
  /** Sub-executions of one node that are not shown. */
  | { kind: 'more'; count: number }
);

/** Sub-executions of one node that are shown, at most: a loop may have started thousands. */
const MAX_CHILDREN = 20;
const TRIGGERS: ReadonlySet<string> = new Set(['chat', 'manual']);

/** Makes a tree of lines: an execution, its nodes, and under each node the executions that it started. */
export function toTreeLine(execution: ExecutionTree): TreeLine {
  const nodes = selectShownNodes(execution);
  const shown = new Set(nodes.map(({ nodeId }) => nodeId));
  const others = execution.children.filter(({ parentNodeId }) => !shown.has(parentNodeId ?? ''));
  const hasAll = nodes.some(({ itemRuns }) => itemRuns !== undefined);
  const children = [...nodes.map((node) => nodeLine(node, execution)), ...startedLines(others, hasAll)];
  return { kind: 'execution', execution, children };
}

/** Selects the nodes worth a line: triggers do nothing, and a single node says no more than its execution. */
export function selectShownNodes({
  nodes,
  children,
}: Pick<ExecutionTree, 'nodes' | 'children'>): NodeDetails[] {
  const working = nodes.filter(({ kind }) => !TRIGGERS.has(kind));
  return working.length > 1 || children.length > 0 ? working : [];
}

function nodeLine(node: NodeDetails, { children }: ExecutionTree): TreeLine {
  const started = children.filter(({ parentNodeId }) => parentNodeId === node.nodeId);
  const runs = (node.itemRuns ?? []).map((run): TreeLine => ({ kind: 'run', run, children: [] }));
  return { kind: 'node', node, children: [...runs, ...startedLines(started, node.itemRuns !== undefined)] };
}

function startedLines(executions: readonly ExecutionTree[], hasAll: boolean): readonly TreeLine[] {
  if (hasAll || executions.length <= MAX_CHILDREN) return executions.map(toTreeLine);
  const count = executions.length - MAX_CHILDREN;
  return [...executions.slice(0, MAX_CHILDREN).map(toTreeLine), { kind: 'more', count, children: [] }];
}
