import { BINARY_OPERATIONS } from './binary-operations.js';
import { FILTERS } from './filters.js';
import { readMember, splitCharacters } from './read-member.js';
import type { Meter } from './meter.js';
import type {
  BinaryExpression,
  CallExpression,
  Expression,
  FilterExpression,
  MemberExpression,
} from './syntax.js';
import { isTruthy, nameKind, measureSize } from './value-facts.js';
import { VALUE_TESTS } from './value-tests.js';
import type { Variables } from './variables.js';

export interface Evaluation {
  variables: Variables;
  meter: Meter;
}

/** Our own interpreter, because that of the parser copies all data and limits no filter. */
export function expressionValue(expression: Expression, evaluation: Evaluation): unknown {
  evaluation.meter.step();
  const evaluate = (part: Expression) => expressionValue(part, evaluation);
  switch (expression.type) {
    case 'IntegerLiteral':
    case 'FloatLiteral':
    case 'StringLiteral':
      return expression.value;
    case 'ArrayLiteral':
    case 'TupleLiteral':
      return expression.value.map(evaluate);
    case 'ObjectLiteral':
      return Object.fromEntries(
        [...expression.value].map(([name, value]) => [toName(evaluate(name)), evaluate(value) ?? null]),
      );
    case 'Identifier':
      return evaluation.variables.read(expression.value);
    case 'UnaryExpression':
      return unary(expression.operator.value, evaluate(expression.argument));
    case 'BinaryExpression':
      return binary(expression, evaluation);
    case 'TestExpression': {
      const holds = VALUE_TESTS.get(expression.test.value)?.(evaluate(expression.operand)) ?? false;
      return holds !== expression.negate;
    }
    case 'Ternary':
      return evaluate(isTruthy(evaluate(expression.condition)) ? expression.trueExpr : expression.falseExpr);
    case 'SelectExpression':
      // Without an `else`, null is intended, not missing.
      return isTruthy(evaluate(expression.test)) ? evaluate(expression.lhs) : null;
    case 'MemberExpression':
      return member(expression, evaluation);
    case 'CallExpression':
      return call(expression, evaluation);
    case 'FilterExpression':
      return filter(expression, evaluation);
  }
}

function toName(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error(`Template has an object with ${nameKind(value)} as a name; it must be a text`);
}

function unary(operator: string, value: unknown): unknown {
  if (operator === 'not') return !isTruthy(value);
  if (value === undefined) return undefined;
  if (typeof value !== 'number')
    throw new Error(`Template operator '${operator}' is used before ${nameKind(value)}; it needs a number`);
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
    return value === undefined ? undefined : takeSlice(value, { bounds: given, meter });
  }
  const isName = !computed && property.type === 'Identifier';
  return readMember(value, { name: isName ? property.value : expressionValue(property, evaluation), meter });
}

function call({ callee, args }: CallExpression, evaluation: Evaluation): unknown {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier')
    return makeRange(evaluateArguments(args, evaluation).positional, evaluation.meter);
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
  const given = evaluateArguments(args, evaluation);
  if (value === undefined && name !== 'default' && name !== 'd') return undefined;
  evaluation.meter.read(measureSize(value));
  return FILTERS.get(name)?.({ value, ...given, meter: evaluation.meter });
}

function evaluateArguments(args: CallExpression['args'], evaluation: Evaluation) {
  const positional: unknown[] = [];
  const named = new Map<string, unknown>();
  for (const given of args)
    if (given.type === 'KeywordArgumentExpression')
      named.set(given.key.value, expressionValue(given.value, evaluation));
    else positional.push(expressionValue(given, evaluation));
  return { positional, named };
}

function makeRange(bounds: readonly unknown[], meter: Meter): number[] {
  const [first, second, step = 1] = bounds;
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  if (!isWhole(start) || !isWhole(stop) || !isWhole(step) || step === 0)
    throw new Error(
      "Template calls 'range' with a value that is not a whole number; pass a start, a stop and a step",
    );
  const length = Math.max(0, Math.ceil((stop - start) / step));
  meter.make(length);
  return Array.from({ length }, (_, index) => start + index * step);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function takeSlice(value: unknown, { bounds, meter }: { bounds: readonly unknown[]; meter: Meter }): unknown {
  if (typeof value === 'string') return sliceList(splitCharacters(value, meter), bounds).join('');
  if (!Array.isArray(value))
    throw new Error(`Template slices ${nameKind(value)}; only a list or a text has parts`);
  meter.read(value.length);
  return sliceList(value, bounds);
}

function sliceList(items: readonly unknown[], [from, to, by]: readonly unknown[]): unknown[] {
  const step = numberOr(by, 1);
  if (!Number.isInteger(step) || step === 0)
    throw new Error(`Template slices by a step of '${step}'; use a whole number`);
  const end = items.length;
  if (step > 0)
    return items.slice(numberOr(from, 0), numberOr(to, end)).filter((_, index) => index % step === 0);
  const start = Math.min(fromStart(numberOr(from, end), end), end - 1);
  const stop = to === undefined ? -1 : fromStart(numberOr(to, -1), end);
  return items
    .filter((_, index) => index <= start && index > stop && (start - index) % -step === 0)
    .reverse();
}

function fromStart(place: number, length: number): number {
  return place < 0 ? place + length : place;
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
