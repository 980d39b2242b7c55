import { isTrigger } from '../../flow/kinds/traits.js';
import type { ExecutionTree, ExecutionDetails } from '../../views/execution.js';

export type NodeDetails = ExecutionDetails['nodes'][number];
export type ItemRunDetails = NonNullable<NodeDetails['itemRuns']>[number];

export type TreeLine = { readonly children: readonly TreeLine[] } & (
  | { kind: 'execution'; execution: ExecutionTree }
  | { kind: 'node'; node: NodeDetails }
  | { kind: 'run'; run: ItemRunDetails }
  | { kind: 'more'; count: number }
);

/** Limits the list: a loop may start thousands of sub-executions. */
const MAX_CHILDREN = 20;

export function toTreeLine(execution: ExecutionTree): TreeLine {
  const nodes = selectShownNodes(execution);
  const shown = new Set(nodes.map(({ nodeId }) => nodeId));
  const others = execution.children.filter(({ parentNodeId }) => !shown.has(parentNodeId ?? ''));
  const hasAll = nodes.some(({ itemRuns }) => itemRuns !== undefined);
  const children = [...nodes.map((node) => nodeLine(node, execution)), ...startedLines(others, hasAll)];
  return { kind: 'execution', execution, children };
}

/** Omits triggers, and a flow's only node, which repeats its execution. */
export function selectShownNodes({
  nodes,
  children,
}: Pick<ExecutionTree, 'nodes' | 'children'>): NodeDetails[] {
  const working = nodes.filter(({ kind }) => !isTrigger(kind));
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
