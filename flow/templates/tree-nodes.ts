export type TreeNode = { type: string } & Readonly<Record<string, unknown>>;

/** Skips names that are not variables. */
export function treeNodes(tree: unknown): TreeNode[] {
  const nodes: TreeNode[] = [];
  const waiting: unknown[] = [tree];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) for (const item of next) waiting.push(item);
    else if (next instanceof Map) for (const entry of next) waiting.push(...entry);
    else if (isNode(next)) {
      nodes.push(next);
      waiting.push(...listParts(next));
    }
  }
  return nodes;
}

export function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function listParts(node: TreeNode): unknown[] {
  switch (node.type) {
    case 'FilterExpression':
      return [node['operand'], isNode(node['filter']) ? node['filter']['args'] : undefined];
    case 'TestExpression':
      return [node['operand']];
    case 'KeywordArgumentExpression':
      return [node['value']];
    case 'MemberExpression':
      return node['computed'] === true ? [node['object'], node['property']] : [node['object']];
    case 'BinaryExpression':
      return [node['left'], node['right']];
    case 'UnaryExpression':
      return [node['argument']];
    default:
      return Object.values(node);
  }
}
