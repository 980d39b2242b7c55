import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

const PARSE_MS = 200;

/** `isName` is true if the offset is in a property name. */
export function findPath(
  state: EditorState,
  at: number,
): { path: (string | number)[]; isName: boolean; from: number; to: number } {
  const tree = ensureSyntaxTree(state, at, PARSE_MS) ?? syntaxTree(state);
  const found = tree.resolveInner(at, -1);
  const isText = found.name === 'PropertyName' || found.name === 'String';
  const path: (string | number)[] = [];
  for (let node: SyntaxNode = found; node.parent !== null; node = node.parent) {
    if (node.parent.name === 'Property' && node.name !== 'PropertyName')
      path.unshift(readName(state, node.parent));
    if (node.parent.name === 'Array' && node.name !== '[' && node.name !== ']' && node.name !== '⚠')
      path.unshift(countBefore(node));
  }
  // The syntax tree has no property for a name without a value.
  const isName = found.name === 'PropertyName' || found.name === 'Object' || found.parent?.name === 'Object';
  const [from, to] = isText ? [found.from, found.to] : [at, at];
  return { path, isName, from, to };
}

export function findPlace(
  state: EditorState,
  path: readonly (string | number)[],
): { from: number; to: number } {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state);
  let node = tree.topNode.firstChild;
  for (const step of path) {
    const below = node === null ? null : findChild(state, node, step);
    if (below === null) break;
    node = below;
  }
  if (node === null) return { from: 0, to: state.doc.length };
  // Marks only an object's first line, because a large red area would be unreadable.
  return { from: node.from, to: Math.min(node.to, state.doc.lineAt(node.from).to) };
}

function findChild(state: EditorState, node: SyntaxNode, step: string | number): SyntaxNode | null {
  if (typeof step === 'number') return listValues(node)[step] ?? null;
  const property = node.getChildren('Property').find((one) => readName(state, one) === step);
  return property ? property.lastChild : null;
}

function listValues(array: SyntaxNode): SyntaxNode[] {
  const values: SyntaxNode[] = [];
  for (let child = array.firstChild; child !== null; child = child.nextSibling)
    if (!['[', ']', ',', '⚠'].includes(child.name)) values.push(child);
  return values;
}

function countBefore(node: SyntaxNode): number {
  const values = node.parent === null ? [] : listValues(node.parent);
  return Math.max(
    0,
    values.findIndex(({ from }) => from === node.from),
  );
}

function readName(state: EditorState, property: SyntaxNode): string {
  const name = property.getChild('PropertyName');
  if (name === null) return '';
  try {
    return String(JSON.parse(state.sliceDoc(name.from, name.to)));
  } catch {
    return '';
  }
}
