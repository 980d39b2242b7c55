interface TreeRow<Node> {
  lead: string;
  node: Node;
}

export function flattenTree<Node extends { readonly children: readonly Node[] }>(
  roots: readonly Node[],
): TreeRow<Node>[] {
  return roots.flatMap((root) => [{ lead: '', node: root }, ...flattenBelow(root, '')]);
}

function flattenBelow<Node extends { readonly children: readonly Node[] }>(
  parent: Node,
  lead: string,
): TreeRow<Node>[] {
  return parent.children.flatMap((node, index) => {
    const isLast = index === parent.children.length - 1;
    return [
      { lead: `${lead}${isLast ? '└─ ' : '├─ '}`, node },
      ...flattenBelow(node, `${lead}${isLast ? '   ' : '│  '}`),
    ];
  });
}
