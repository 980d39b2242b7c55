import type { FlowDefinition } from '../definition.js';
import type { FlowNode } from '../kinds/flow-node.js';
import { isBuiltIn } from '../kinds/traits.js';
import { MISSING, type Missing } from '../templates/missing.js';

export function missingRule({ missing, nodes }: FlowDefinition, nodeId: string): Missing {
  return ownMissingRule(
    nodes.find(({ id }) => id === nodeId),
    missing,
  );
}

export function ownMissingRule(node: FlowNode | undefined, missing: Missing = 'fail'): Missing {
  // A custom kind's `missing` may mean anything.
  if (!node || !isBuiltIn(node.kind) || !('config' in node)) return missing;
  const own = node.config && 'missing' in node.config ? node.config.missing : undefined;
  return MISSING.find((rule) => rule === own) ?? missing;
}
