import type { FlowEdge } from '../definition.js';
import type { FlowNode } from '../kinds/flow-node.js';
import type { Graph } from '../graph/graph.js';
import type { NodePart } from './read-nodes.js';

/** The readable part of a definition. */
export interface FlowGraph extends Graph {
  nodes: readonly NodePart[];
  edges: readonly FlowEdge[];
  byId: ReadonlyMap<string, NodePart>;
}

export function nodesOfKind<Kind extends FlowNode['kind']>(
  { nodes }: Pick<FlowGraph, 'nodes'>,
  kind: Kind,
): readonly Extract<FlowNode, { kind: Kind }>[] {
  return nodes.flatMap(({ node }) => (isOfKind(node, kind) ? [node] : []));
}

function isOfKind<Kind extends FlowNode['kind']>(
  node: FlowNode | undefined,
  kind: Kind,
): node is Extract<FlowNode, { kind: Kind }> {
  return node?.kind === kind;
}
