export interface TreeNode {
  id: string;
  parent: string | null;
  line: number;
}

export interface TreePath<Node> {
  nodes: Node[];
  missing?: string;
}

export function findPath<Node extends TreeNode>(
  nodes: ReadonlyMap<string, Node>,
  leaf: Node,
): TreePath<Node> {
  const path = [leaf];
  const seen = new Set([leaf.id]);
  for (let id = leaf.parent; id !== null;) {
    const node = nodes.get(id);
    if (node === undefined) return { nodes: path.reverse(), missing: id };
    if (seen.has(id)) throw new Error(`Line ${node.line}: record '${id.slice(0, 80)}' is its own ancestor`);
    seen.add(id);
    path.push(node);
    id = node.parent;
  }
  return { nodes: path.reverse() };
}

export function describeMissing({ missing }: TreePath<unknown>): string[] {
  return missing === undefined
    ? []
    : [`Parent record '${missing.slice(0, 80)}' is missing: messages before it are not read`];
}
