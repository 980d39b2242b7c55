import type { Program } from 'acorn';
import { isRecord } from '../../protocol/is-record.js';

export interface CodePath {
  names: readonly string[];
  /**
   * The code throws if one of the first `required - 1` names has no value. Zero where code may not run and
   * after `?.`.
   */
  required: number;
}

interface SyntaxNode {
  type: string;
  [field: string]: unknown;
}

/** By node type, the fields whose code may run later or never. */
const UNCERTAIN: Readonly<Record<string, readonly string[]>> = {
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['right'],
  IfStatement: ['consequent', 'alternate'],
  SwitchStatement: ['cases'],
  TryStatement: ['block', 'handler'],
  ForStatement: ['body', 'update'],
  ForInStatement: ['body'],
  ForOfStatement: ['body'],
  WhileStatement: ['body'],
  FunctionExpression: ['body', 'params'],
  FunctionDeclaration: ['body', 'params'],
  ArrowFunctionExpression: ['body', 'params'],
  ClassDeclaration: ['body'],
  ClassExpression: ['body'],
  AssignmentPattern: ['right'],
  ChainExpression: ['expression'],
};

/** A name that the code defines anywhere is its own. */
export function codePaths(program: Program): CodePath[] {
  const own = new Set<string>();
  const paths: CodePath[] = [];
  walk(program, { isCertain: true, own, paths });
  return paths.filter(({ names: [root = ''] }) => !own.has(root));
}

interface Walk {
  isCertain: boolean;
  own: Set<string>;
  paths: CodePath[];
}

function walk(value: unknown, walking: Walk): void {
  if (Array.isArray(value)) for (const item of value) walk(item, walking);
  if (!isSyntaxNode(value)) return;
  collectOwn(value, walking.own);
  const called = calledFunction(value);
  if (called) {
    collectOwn(called, walking.own);
    walk(called['params'], walking);
    walkBody(called['body'], walking);
    return walk(value['arguments'], walking);
  }
  if (value.type === 'UnaryExpression' && value['operator'] === 'typeof')
    return walk(value['argument'], { ...walking, isCertain: false });
  if (value.type === 'Identifier' || value.type === 'MemberExpression') return walkChain(value, walking);
  if (value.type === 'CallExpression' && isChain(value['callee'])) {
    walkChain(value['callee'], walking, { isFollowed: true });
    return walk(value['arguments'], walking);
  }
  walkFields(value, walking);
}

function walkBody(body: unknown, walking: Walk): void {
  if (!isSyntaxNode(body) || body.type !== 'BlockStatement') return walk(body, walking);
  const statements = body['body'];
  let { isCertain } = walking;
  for (const statement of Array.isArray(statements) ? (statements as unknown[]) : []) {
    walk(statement, { ...walking, isCertain });
    const type = isSyntaxNode(statement) ? statement.type : '';
    if (!PLAIN_STATEMENTS.has(type)) isCertain = false;
  }
}

const PLAIN_STATEMENTS: ReadonlySet<string> = new Set([
  'VariableDeclaration',
  'ExpressionStatement',
  'FunctionDeclaration',
]);

function calledFunction({ type, callee }: SyntaxNode): SyntaxNode | undefined {
  if (type !== 'CallExpression' || !isSyntaxNode(callee)) return undefined;
  const isFunction = callee.type === 'ArrowFunctionExpression' || callee.type === 'FunctionExpression';
  return isFunction && callee['async'] !== true && callee['generator'] !== true ? callee : undefined;
}

function walkFields(node: SyntaxNode, walking: Walk): void {
  const uncertain = UNCERTAIN[node.type] ?? [];
  for (const [field, child] of Object.entries(node)) {
    // Members, labels and the source of patterns are not variables.
    if ((field === 'key' && node['computed'] !== true) || field === 'label') continue;
    if (node.type === 'Property' && field === 'key') continue;
    const isCertain = walking.isCertain && !uncertain.includes(field);
    walk(child, { ...walking, isCertain });
  }
}

function isChain(value: unknown): value is SyntaxNode {
  return isSyntaxNode(value) && (value.type === 'Identifier' || value.type === 'MemberExpression');
}

function walkChain(chain: SyntaxNode, walking: Walk, { isFollowed = false } = {}): void {
  const names: string[] = [];
  // After a computed name, the rest of the path is unknown.
  let isMore = isFollowed;
  let at: unknown = chain;
  while (isSyntaxNode(at) && at.type === 'MemberExpression') {
    const name = memberName(at);
    if (at['computed'] === true) walk(at['property'], walking);
    if (name === undefined) {
      names.length = 0;
      isMore = true;
    } else names.push(name);
    at = at['object'];
  }
  if (!isSyntaxNode(at) || at.type !== 'Identifier') return walk(at, walking);
  const path = [String(at['name']), ...names.reverse()];
  walking.paths.push({
    names: path,
    required: walking.isCertain ? path.length + Number(isMore) : 0,
  });
}

function memberName({ property, computed }: SyntaxNode): string | undefined {
  if (!isSyntaxNode(property)) return undefined;
  if (computed !== true) return property.type === 'Identifier' ? String(property['name']) : undefined;
  const value = property.type === 'Literal' ? property['value'] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function collectOwn(node: SyntaxNode, own: Set<string>): void {
  const { type } = node;
  if (type === 'VariableDeclarator') addNames(node['id'], own);
  else if (type === 'CatchClause') addNames(node['param'], own);
  // `x += 1` reads the variable first.
  else if (type === 'AssignmentExpression' && node['operator'] === '=') addNames(node['left'], own);
  else if (type === 'ForInStatement' || type === 'ForOfStatement') addNames(node['left'], own);
  else if (type.includes('Function') || type.startsWith('Class')) {
    addNames(node['id'], own);
    addNames(node['params'], own);
  }
}

function addNames(pattern: unknown, own: Set<string>): void {
  if (Array.isArray(pattern)) for (const item of pattern) addNames(item, own);
  if (!isSyntaxNode(pattern)) return;
  const { type } = pattern;
  if (type === 'Identifier') own.add(String(pattern['name']));
  else if (type === 'ObjectPattern') addNames(pattern['properties'], own);
  else if (type === 'Property') addNames(pattern['value'], own);
  else if (type === 'ArrayPattern') addNames(pattern['elements'], own);
  else if (type === 'AssignmentPattern') addNames(pattern['left'], own);
  else if (type === 'RestElement') addNames(pattern['argument'], own);
}

function isSyntaxNode(value: unknown): value is SyntaxNode {
  return isRecord(value) && typeof value['type'] === 'string';
}
