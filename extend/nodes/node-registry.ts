import { workflowKind } from '../../protocol/workflow-kind.js';
import { describeSharedNames, isThreadlineWorkflow } from '../../protocol/workflow-types.js';
import type { AllowedWorkflow, AllowedWorkflows } from './allowed-workflow.js';
import type { NodeDefinition } from './define-node.js';

export interface NodeRegistry {
  find(kind: string): NodeDefinition | undefined;
  findWorkflow(type: string): AllowedWorkflow | undefined;
  /** Custom kinds, and `workflow:<type>` for each allowed Workflow. */
  kinds(): readonly string[];
}

/** Throws if two kinds share a name, or a Workflow has one of Threadline's. */
export function createNodeRegistry(
  nodes: readonly NodeDefinition[],
  workflows: AllowedWorkflows = {},
): NodeRegistry {
  const byKind = new Map<string, NodeDefinition>();
  for (const node of nodes) {
    if (byKind.has(node.kind)) throw new Error(`Two node kinds are named '${node.kind}'`);
    byKind.set(node.kind, node);
  }
  const byType = new Map(Object.entries(workflows));
  const shared = [...byType.keys()].filter(isThreadlineWorkflow);
  if (shared.length > 0) throw new Error(describeSharedNames('Workflow', shared));
  return {
    find: (kind) => byKind.get(kind),
    findWorkflow: (type) => byType.get(type),
    kinds: () => [...byKind.keys(), ...[...byType.keys()].map(workflowKind)],
  };
}
