import type { FlowDefinition, FlowEdge } from '../definition.js';
import type { FlowNode } from '../kinds/flow-node.js';
import { validateFlow } from '../validation/validate-flow.js';
import type { EdgeDraft, NodeDrafts } from './edge-draft.js';
import type { NodeDraft } from './node-draft.js';

/** A flow as code: nodes by id, edges as `[from, to]` or `[from, to, { route }]` or `[from, to, { on }]`. */
export interface FlowDraft<Nodes extends NodeDrafts> extends Omit<FlowDefinition, 'nodes' | 'edges'> {
  nodes: Nodes;
  edges: readonly EdgeDraft<NoInfer<Nodes>>[];
}

const MAX_TOLD = 20;

/**
 * The definition as plain JSON, nodes and edges in the order written. Throws one sentence with all errors where it
 * is not valid; what is only a warning is not told.
 */
export function defineFlow<const Nodes extends NodeDrafts>(flow: FlowDraft<Nodes>): FlowDefinition {
  const { nodes, edges, ...head } = flow;
  const definition = {
    ...head,
    nodes: Object.entries<NodeDraft>(nodes).map(([id, draft]) => makeNode(id, draft)),
    edges: edges.map(([from, to, taken]): FlowEdge => ({ from, to, ...taken })),
  };
  const { definition: valid, problems } = validateFlow(definition);
  if (valid !== undefined) return valid;
  const errors = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  const more = errors.length > MAX_TOLD ? `; and ${errors.length - MAX_TOLD} more` : '';
  throw new Error(`Flow '${flow.slug}' is not valid: ${errors.slice(0, MAX_TOLD).join('; ')}${more}`);
}

function makeNode(id: string, draft: NodeDraft): FlowNode {
  return { id, ...draft };
}
