import type { FlowDefinition } from '../definition.js';
import type { FlowNode } from '../kinds/flow-node.js';
import { isBuiltIn } from '../kinds/traits.js';
import { MISSING, type Missing } from '../templates/missing.js';

/** Returns a node's rule for templates that lack a value: its own setting, else the flow's, else to fail. */
export function missingRule({ missing, nodes }: FlowDefinition, nodeId: string): Missing {
  return ownMissingRule(
    nodes.find(({ id }) => id === nodeId),
    missing,
  );
}

/** The same for a node of a flow with this setting. */
export function ownMissingRule(node: FlowNode | undefined, missing: Missing = 'fail'): Missing {
  // The settings of a project's own kind are its own.
  if (node === undefined || !isBuiltIn(node.kind) || !('config' in node)) return missing;
  const own = node.config !== undefined && 'missing' in node.config ? node.config.missing : undefined;
  return MISSING.find((rule) => rule === own) ?? missing;
}
