import { customKind } from './custom.js';
import type { FlowNode } from './flow-node.js';
import type { ConfigPlace, NodeKind } from './node-kind.js';
import NODE_KINDS from './node-kinds.js';
import { isBuiltIn } from './traits.js';

/** The kind of a node, whatever its configuration is. */
export function findKind(kind: FlowNode['kind']): NodeKind {
  return isBuiltIn(kind) ? NODE_KINDS[kind] : customKind;
}

/** The places of a node's configuration with templates in them, in the order of its fields. */
export function listTemplates(node: FlowNode): readonly ConfigPlace[] {
  const places = findKind(node.kind).templates?.(readConfig(node)) ?? [];
  return places.filter(({ value }) => value !== undefined);
}

/** The dotted paths that a node reads without a template. */
export function listPaths(node: FlowNode): readonly ConfigPlace<string>[] {
  return findKind(node.kind).paths?.(readConfig(node)) ?? [];
}

/** The dotted paths that a node reads from each item of a list. */
export function listItemPaths(node: FlowNode): readonly ConfigPlace<string>[] {
  return findKind(node.kind).itemPaths?.(readConfig(node)) ?? [];
}

/** The regular expressions of a node, and their places. */
export function listPatterns(node: FlowNode): readonly ConfigPlace[] {
  return findKind(node.kind).patterns?.(readConfig(node)) ?? [];
}

/** The fields of a node's output; undefined where they are only known once it ran. */
export function listOutputFields(node: FlowNode): readonly string[] | undefined {
  const kind = findKind(node.kind);
  return kind.outputOf === undefined ? kind.output : kind.outputOf(readConfig(node));
}

function readConfig(node: FlowNode): unknown {
  return 'config' in node ? node.config : undefined;
}
