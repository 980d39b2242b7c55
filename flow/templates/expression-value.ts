import { BINARY_OPERATIONS } from './binary-operations.js';
import { FILTERS } from './filters.js';
import { memberOf } from './member-of.js';
import type { Meter } from './meter.js';
import { rangeOf } from './range-of.js';
import { sliceOf } from './slice-of.js';
import type {
  BinaryExpression,
  CallExpression,
  Expression,
  FilterExpression,
  MemberExpression,
} from './syntax.js';
import { isTruthy, kindOf, sizeOf } from './value-facts.js';
import { VALUE_TESTS } from './value-tests.js';
import type { Variables } from './variables.js';

/** What expressions are evaluated with. */
export interface Evaluation {
  variables: Variables;
  meter: Meter;
}

/**
 * The value of an expression; undefined for what is missing, and for what is made of it. The parser's own
 * interpreter is not used: it copies all data first, and lets one filter take any time and memory.
 */
export function expressionValue(expression: Expression, evaluation: Evaluation): unknown {
  evaluation.meter.step();
  const valueOf = (part: Expression) => expressionValue(part, evaluation);
  switch (expression.type) {
    case 'IntegerLiteral':
    case 'FloatLiteral':
    case 'StringLiteral':
      return expression.value;
    case 'ArrayLiteral':
    case 'TupleLiteral':
      return expression.value.map(valueOf);
    case 'ObjectLiteral':
      return Object.fromEntries(
        [...expression.value].map(([name, value]) => [nameOf(valueOf(name)), valueOf(value) ?? null]),
      );
    case 'Identifier':
      return evaluation.variables.read(expression.value);
    case 'UnaryExpression':
      return unary(expression.operator.value, valueOf(expression.argument));
    case 'BinaryExpression':
      return binary(expression, evaluation);
    case 'TestExpression': {
      const holds = VALUE_TESTS.get(expression.test.value)?.(valueOf(expression.operand)) ?? false;
      return holds !== expression.negate;
    }
    case 'Ternary':
      return valueOf(isTruthy(valueOf(expression.condition)) ? expression.trueExpr : expression.falseExpr);
    case 'SelectExpression':
      // Without an `else` there is nothing: no text that was forgotten to be filled in.
      return isTruthy(valueOf(expression.test)) ? valueOf(expression.lhs) : null;
    case 'MemberExpression':
      return member(expression, evaluation);
    case 'CallExpression':
      return call(expression, evaluation);
    case 'FilterExpression':
      return filter(expression, evaluation);
  }
}

function nameOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error(`Template has an object with ${kindOf(value)} as a name; it must be a text`);
}

function unary(operator: string, value: unknown): unknown {
  if (operator === 'not') return !isTruthy(value);
  if (value === undefined) return undefined;
  if (typeof value !== 'number')
    throw new Error(`Template operator '${operator}' stands before ${kindOf(value)}; it takes a number`);
  return operator === '-' ? -value : value;
}

function binary({ operator, left, right }: BinaryExpression, evaluation: Evaluation): unknown {
  const first = expressionValue(left, evaluation);
  if (operator.value === 'and') return isTruthy(first) ? expressionValue(right, evaluation) : first;
  if (operator.value === 'or') return isTruthy(first) ? first : expressionValue(right, evaluation);
  const second = expressionValue(right, evaluation);
  return BINARY_OPERATIONS.get(operator.value)?.({ left: first, right: second, meter: evaluation.meter });
}

function member({ object, property, computed }: MemberExpression, evaluation: Evaluation): unknown {
  const value = expressionValue(object, evaluation);
  const { meter } = evaluation;
  if (property.type === 'SliceExpression') {
    const bounds = [property.start, property.stop, property.step];
    const given = bounds.map((bound) => bound && expressionValue(bound, evaluation));
    return value === undefined ? undefined : sliceOf(value, { bounds: given, meter });
  }
  const isName = !computed && property.type === 'Identifier';
  return memberOf(value, { name: isName ? property.value : expressionValue(property, evaluation), meter });
}

/** A function, of which there is one, or a method: a filter that is applied to its object. */
function call({ callee, args }: CallExpression, evaluation: Evaluation): unknown {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier')
    return rangeOf(argumentsOf(args, evaluation).positional, evaluation.meter);
  return applyFilter(callee.property.value, { operand: callee.object, args, evaluation });
}

function filter({ operand, filter: applied }: FilterExpression, evaluation: Evaluation): unknown {
  if (applied.type === 'Identifier') return applyFilter(applied.value, { operand, args: [], evaluation });
  const name = applied.callee.type === 'Identifier' ? applied.callee.value : '';
  return applyFilter(name, { operand, args: applied.args, evaluation });
}

function applyFilter(
  name: string,
  {
    operand,
    args,
    evaluation,
  }: { operand: Expression; args: CallExpression['args']; evaluation: Evaluation },
): unknown {
  const value = expressionValue(operand, evaluation);
  const given = argumentsOf(args, evaluation);
  if (value === undefined && name !== 'default' && name !== 'd') return undefined;
  evaluation.meter.read(sizeOf(value));
  return FILTERS.get(name)?.({ value, ...given, meter: evaluation.meter });
}

function argumentsOf(args: CallExpression['args'], evaluation: Evaluation) {
  const positional: unknown[] = [];
  const named = new Map<string, unknown>();
  for (const given of args)
    if (given.type === 'KeywordArgumentExpression')
      named.set(given.key.value, expressionValue(given.value, evaluation));
    else positional.push(expressionValue(given, evaluation));
  return { positional, named };
}
