import type { CallExpression, Expression, Function, Program, Statement, Super } from 'acorn';

const MAKES_PROMISE: ReadonlySet<string> = new Set([
  'resolve',
  'reject',
  'all',
  'allSettled',
  'any',
  'race',
  'try',
]);
const CHAINS_PROMISE: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);

export function returnsPromise({ body }: Program): boolean {
  const last = body.at(-1);
  return last?.type === 'ExpressionStatement' && isPromise(last.expression);
}

function isPromise(value: Expression): boolean {
  switch (value.type) {
    case 'ParenthesizedExpression':
      return isPromise(value.expression);
    case 'ConditionalExpression':
      return isPromise(value.consequent) && isPromise(value.alternate);
    case 'SequenceExpression': {
      const last = value.expressions.at(-1);
      return last !== undefined && isPromise(last);
    }
    // A promise in a list or an object counts, because nothing awaits it.
    case 'ArrayExpression':
      return value.elements.some((item) => item !== null && item.type !== 'SpreadElement' && isPromise(item));
    case 'ObjectExpression':
      return value.properties.some((part) => part.type === 'Property' && isPromise(part.value));
    case 'ImportExpression':
      return true;
    case 'NewExpression':
      return isNamedPromise(value.callee);
    case 'CallExpression':
      return isPromiseCall(value);
    default:
      return false;
  }
}

function isPromiseCall({ callee }: CallExpression): boolean {
  if (callee.type === 'ArrowFunctionExpression' || callee.type === 'FunctionExpression')
    return !callee.generator && (callee.async || givesPromise(callee));
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed)
    return false;
  const { name } = callee.property;
  if (callee.object.type === 'Super') return false;
  return isNamedPromise(callee.object)
    ? MAKES_PROMISE.has(name)
    : CHAINS_PROMISE.has(name) && isPromise(callee.object);
}

function givesPromise({ body }: Function): boolean {
  if (body.type !== 'BlockStatement') return isPromise(body);
  const end = body.body.find(isEnd);
  return end?.type === 'ReturnStatement' && end.argument != null && isPromise(end.argument);
}

function isEnd({ type }: Statement): boolean {
  return !['VariableDeclaration', 'FunctionDeclaration', 'ExpressionStatement', 'EmptyStatement'].includes(
    type,
  );
}

function isNamedPromise(callee: Expression | Super): boolean {
  return callee.type === 'Identifier' && callee.name === 'Promise';
}
