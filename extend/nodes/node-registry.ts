import type { NodeDefinition } from './define-node.js';

export interface NodeRegistry {
  find(kind: string): NodeDefinition | undefined;
  kinds(): readonly string[];
}

/** Throws when two share a name. */
export function createNodeRegistry(nodes: readonly NodeDefinition[]): NodeRegistry {
  const byKind = new Map<string, NodeDefinition>();
  for (const node of nodes) {
    if (byKind.has(node.kind)) throw new Error(`Two kinds of nodes are named '${node.kind}'`);
    byKind.set(node.kind, node);
  }
  return { find: (kind) => byKind.get(kind), kinds: () => [...byKind.keys()] };
}
