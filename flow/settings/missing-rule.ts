import type { FlowDefinition } from '../definition.js';
import { isBuiltIn } from '../kinds/traits.js';
import { MISSING, type Missing } from '../templates/missing.js';

/** What a node does where a template lacks a value: by its own setting, else by the flow's, else it fails. */
export function missingRule({ missing = 'fail', nodes }: FlowDefinition, nodeId: string): Missing {
  const node = nodes.find(({ id }) => id === nodeId);
  // The settings of a project's own kind are its own.
  if (node === undefined || !isBuiltIn(node.kind) || !('config' in node)) return missing;
  const own = node.config !== undefined && 'missing' in node.config ? node.config.missing : undefined;
  return MISSING.find((rule) => rule === own) ?? missing;
}
