interface Node {
  threadId: string | null;
  children: readonly Node[];
}

/** Returns the thread's ancestors and the thread. Undefined if it is not in the tree. */
export function findThreadPath<Tree extends Node & { children: readonly Tree[] }>(
  tree: Tree,
  thread: string,
): Tree[] | undefined {
  if (tree.threadId === thread) return [tree];
  for (const child of tree.children) {
    const path = findThreadPath(child, thread);
    if (path) return [tree, ...path];
  }
  return undefined;
}
