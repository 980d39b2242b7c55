import { customKind } from './custom.js';
import type { FlowNode } from './flow-node.js';
import type { ConfigPlace, NodeKind } from './node-kind.js';
import NODE_KINDS from './node-kinds.js';
import { isBuiltIn } from './traits.js';

export function findKind(kind: FlowNode['kind']): NodeKind {
  return isBuiltIn(kind) ? NODE_KINDS[kind] : customKind;
}

export function listTemplates(node: FlowNode): readonly ConfigPlace[] {
  const places = findKind(node.kind).templates?.(readConfig(node)) ?? [];
  return places.filter(({ value }) => value !== undefined);
}

export function listPaths(node: FlowNode): readonly ConfigPlace<string>[] {
  return findKind(node.kind).paths?.(readConfig(node)) ?? [];
}

export function listItemPaths(node: FlowNode): readonly ConfigPlace<string>[] {
  return findKind(node.kind).itemPaths?.(readConfig(node)) ?? [];
}

export function listPatterns(node: FlowNode): readonly ConfigPlace[] {
  return findKind(node.kind).patterns?.(readConfig(node)) ?? [];
}

export function listOutputFields(node: FlowNode): readonly string[] | undefined {
  const kind = findKind(node.kind);
  return kind.outputOf ? kind.outputOf(readConfig(node)) : kind.output;
}

function readConfig(node: FlowNode): unknown {
  return 'config' in node ? node.config : undefined;
}
