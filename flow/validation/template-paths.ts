import type { ParsedTemplate } from '../templates/parse-template.js';
import { isNode, treeNodes, type TreeNode } from '../templates/tree-nodes.js';

/**
 * The paths that a template reads: each variable with the members behind it as far as they are named: `{{ a.b[0].c }}` reads
 * `a`, `b`. Variables that the template sets itself are left out.
 */
export function templatePaths(parsed: ParsedTemplate): readonly (readonly string[])[] {
  const nodes = treeNodes([parsed.statements, listExpressions(parsed)]);
  const own = ownNames(nodes);
  const called = new Set(nodes.flatMap(({ type, callee }) => (type === 'CallExpression' ? [callee] : [])));
  const isCalled = (node: TreeNode) => called.has(node);
  const inside = new Set(
    nodes.flatMap((node) => (node.type === 'MemberExpression' && !isCalled(node) ? [node['object']] : [])),
  );
  return nodes
    .filter((node) => !isCalled(node) && !inside.has(node))
    .flatMap((node) => {
      const names = listNames(node);
      return names[0] === undefined || own.has(names[0]) ? [] : [names];
    });
}

function listExpressions({ pieces }: ParsedTemplate): unknown[] {
  return pieces.flatMap((piece) => (piece.kind === 'output' ? [piece.expression] : []));
}

function ownNames(nodes: readonly TreeNode[]): ReadonlySet<string> {
  const targets = nodes.flatMap(({ type, loopvar, assignee }) => {
    if (type === 'For') return [loopvar];
    return type === 'Set' ? [assignee] : [];
  });
  return new Set(treeNodes(targets).flatMap(readIdentifier));
}

/** The names up to the first that is calculated; none for what is no variable. */
function listNames(node: TreeNode): string[] {
  const names: string[] = [];
  let at: unknown = node;
  while (isNode(at) && at.type === 'MemberExpression') {
    const name = memberName(at);
    if (name === undefined) names.length = 0;
    else names.push(name);
    at = at['object'];
  }
  const [root] = isNode(at) ? readIdentifier(at) : [];
  return root === undefined ? [] : [root, ...names.reverse()];
}

function memberName({ property, computed }: TreeNode): string | undefined {
  if (!isNode(property) || typeof property['value'] !== 'string') return undefined;
  return property.type === (computed === true ? 'StringLiteral' : 'Identifier')
    ? property['value']
    : undefined;
}

function readIdentifier({ type, value }: TreeNode): string[] {
  return type === 'Identifier' && typeof value === 'string' ? [value] : [];
}
