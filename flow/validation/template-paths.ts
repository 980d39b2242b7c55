import type { ParsedTemplate } from '../templates/parse-template.js';
import type { Expression } from '../templates/syntax.js';
import { isNode, treeNodes, type TreeNode } from '../templates/tree-nodes.js';

interface TemplatePath {
  names: readonly string[];
  /** False if the template also renders without this value. */
  isRequired: boolean;
}

/** `{{ a.b[0].c }}` reads the path `a`, `b`. */
export function templatePaths(parsed: ParsedTemplate): readonly TemplatePath[] {
  const nodes = treeNodes([parsed.statements, listExpressions(parsed)]);
  const own = ownNames(nodes);
  const called = new Set(nodes.flatMap(({ type, callee }) => (type === 'CallExpression' ? [callee] : [])));
  const isCalled = (node: TreeNode) => called.has(node);
  const inside = new Set(
    nodes.flatMap((node) => (node.type === 'MemberExpression' && !isCalled(node) ? [node['object']] : [])),
  );
  const required = new Set(outputsAlone(parsed).flatMap(requiredParts));
  return nodes
    .filter((node) => !isCalled(node) && !inside.has(node))
    .flatMap((node) => {
      const names = listNames(node);
      if (names[0] === undefined || own.has(names[0])) return [];
      return [{ names, isRequired: required.has(node) }];
    });
}

export function outputsAlone({ statements, pieces }: ParsedTemplate): Expression[] {
  return statements.flatMap((statement) => {
    const piece = statement.type === 'StringLiteral' ? pieces[Number(statement.value)] : undefined;
    return piece?.kind === 'output' ? [piece.expression] : [];
  });
}

function requiredParts(expression: Expression): unknown[] {
  switch (expression.type) {
    case 'Identifier':
    case 'MemberExpression':
      return [expression];
    case 'UnaryExpression':
      return expression.operator.value === 'not' ? [] : requiredParts(expression.argument);
    case 'FilterExpression': {
      const { filter, operand } = expression;
      return isDefault(filter.type === 'Identifier' ? filter : filter.callee) ? [] : requiredParts(operand);
    }
    case 'CallExpression': {
      const { callee } = expression;
      if (callee.type !== 'MemberExpression' || callee.property.type === 'SliceExpression') return [];
      return isDefault(callee.property) ? [] : requiredParts(callee.object);
    }
    case 'BinaryExpression': {
      const { operator, left, right } = expression;
      if (operator.value === 'and') return requiredParts(left);
      return ANY_VALUE.has(operator.value) ? [] : [...requiredParts(left), ...requiredParts(right)];
    }
    default:
      return [];
  }
}

/** Operations that accept a missing value. */
const ANY_VALUE: ReadonlySet<string> = new Set(['or', '==', '!=', 'in', 'not in']);

function isDefault(name: Expression): boolean {
  return name.type === 'Identifier' && (name.value === 'default' || name.value === 'd');
}

function listExpressions({ pieces }: ParsedTemplate): unknown[] {
  return pieces.flatMap((piece) => (piece.kind === 'output' ? [piece.expression] : []));
}

const LOOP = { type: 'Identifier', value: 'loop' };

function ownNames(nodes: readonly TreeNode[]): ReadonlySet<string> {
  const targets = nodes.flatMap(({ type, loopvar, assignee }) => {
    // Inside `for`, `loop` describes its own items.
    if (type === 'For') return [loopvar, LOOP];
    return type === 'Set' ? [assignee] : [];
  });
  return new Set(treeNodes(targets).flatMap(readIdentifier));
}

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
