import { FILTERS } from './filters.js';
import { isNode, treeNodes, type TreeNode } from './tree-nodes.js';
import { VALUE_TESTS } from './value-tests.js';

/** The supported node types: all but macros, unpacking and jumps. */
const KINDS: ReadonlySet<string> = new Set([
  'IntegerLiteral',
  'FloatLiteral',
  'StringLiteral',
  'ArrayLiteral',
  'TupleLiteral',
  'ObjectLiteral',
  'UnaryExpression',
  'BinaryExpression',
  'TestExpression',
  'Ternary',
  'SelectExpression',
  'Identifier',
  'MemberExpression',
  'SliceExpression',
  'CallExpression',
  'KeywordArgumentExpression',
  'FilterExpression',
  'If',
  'For',
  'Set',
]);

export function unsupportedPart(tree: unknown): string | undefined {
  for (const node of treeNodes(tree)) {
    const part = problemWith(node);
    if (part !== undefined) return part;
  }
  return undefined;
}

function problemWith(node: TreeNode): string | undefined {
  if (!KINDS.has(node.type)) return `a part of the kind '${node.type}'`;
  const { filter, test, callee, loopvar, assignee } = node;
  if (node.type === 'FilterExpression' && !FILTERS.has(filterName(filter)))
    return `the filter '${filterName(filter)}'`;
  if (node.type === 'TestExpression' && !VALUE_TESTS.has(readName(test)))
    return `the test '${readName(test)}'`;
  if (node.type === 'CallExpression' && !isCallable(callee)) return `the function '${calledName(callee)}'`;
  if (node.type === 'For' && !isTarget(loopvar)) return 'a loop variable that is not a name';
  if (node.type === 'Set' && !isTarget(assignee)) return 'an assignment to what is not a name';
  return undefined;
}

function isCallable(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return callee['value'] === 'range';
  return (
    callee.type === 'MemberExpression' && callee['computed'] === false && FILTERS.has(calledName(callee))
  );
}

function isTarget(target: unknown): boolean {
  if (!isNode(target)) return false;
  const names: unknown = target.type === 'TupleLiteral' ? target['value'] : [target];
  return Array.isArray(names) && names.every((name) => isNode(name) && name.type === 'Identifier');
}

function filterName(filter: unknown): string {
  return isNode(filter) && filter.type === 'CallExpression' ? readName(filter['callee']) : readName(filter);
}

function calledName(callee: unknown): string {
  return isNode(callee) && callee.type === 'MemberExpression'
    ? readName(callee['property'])
    : readName(callee);
}

function readName(node: unknown): string {
  return isNode(node) ? String(node['value']).slice(0, 100) : '';
}
