/** A record that names the one before it. */
export interface TreeNode {
  id: string;
  /** Null at a root. */
  parent: string | null;
  line: number;
}

/** The way from a root to a node. */
export interface TreePath<Node> {
  nodes: Node[];
  /** The id of a parent that is missing; absent when the path begins at a root. */
  missing?: string;
}

/**
 * Follows a node up its parents. Linear. Throws when they form a circle.
 */
export function findPath<Node extends TreeNode>(
  nodes: ReadonlyMap<string, Node>,
  leaf: Node,
): TreePath<Node> {
  const path = [leaf];
  const seen = new Set([leaf.id]);
  for (let id = leaf.parent; id !== null;) {
    const node = nodes.get(id);
    if (node === undefined) return { nodes: path.reverse(), missing: id };
    if (seen.has(id))
      throw new Error(`Line ${node.line}: the parents of record '${id.slice(0, 80)}' form a circle`);
    seen.add(id);
    path.push(node);
    id = node.parent;
  }
  return { nodes: path.reverse() };
}

/** The warning for a path that does not begin at a root. */
export function describeMissing({ missing }: TreePath<unknown>): string[] {
  return missing === undefined
    ? []
    : [
        `Record '${missing.slice(0, 80)}' is named as a parent but is missing: the transcript begins behind it`,
      ];
}
