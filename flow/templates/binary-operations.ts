import { isSame } from './is-same.js';
import type { Meter } from './meter.js';
import { nameKind } from './value-facts.js';
import { valueText } from './value-text.js';
import { isRecord } from '../../protocol/is-record.js';

interface Operands {
  left: unknown;
  right: unknown;
  meter: Meter;
}
type Operation = (operands: Operands) => unknown;

/**
 * An undefined operand makes the result undefined. `and` and `or` may skip their right side, so they are
 * elsewhere.
 */
export const BINARY_OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['==', isSame],
  ['!=', (operands: Operands) => !isSame(operands)],
  ['in', isIn],
  ['not in', (operands: Operands) => !isIn(operands)],
  ['~', whenDefined(({ left, right, meter }) => valueText(left, meter) + valueText(right, meter))],
  ['+', whenDefined(add)],
  ['-', arithmetic('-', (left, right) => left - right)],
  ['*', arithmetic('*', (left, right) => left * right)],
  ['/', arithmetic('/', (left, right) => left / right)],
  ['//', arithmetic('//', (left, right) => Math.floor(left / right))],
  // The divisor decides the sign.
  ['%', arithmetic('%', (left, right) => left - right * Math.floor(left / right))],
  ['**', arithmetic('**', (left, right) => left ** right)],
  ['<', order('<', (difference) => difference < 0)],
  ['>', order('>', (difference) => difference > 0)],
  ['<=', order('<=', (difference) => difference <= 0)],
  ['>=', order('>=', (difference) => difference >= 0)],
]);

function whenDefined(operation: Operation): Operation {
  return (operands) =>
    operands.left === undefined || operands.right === undefined ? undefined : operation(operands);
}

function isIn({ left, right, meter }: Operands): boolean {
  if (Array.isArray(right)) {
    meter.read(right.length);
    return right.some((item) => isSame({ left: item, right: left, meter }));
  }
  if (typeof left !== 'string') return false;
  if (typeof right !== 'string') return isRecord(right) && Object.hasOwn(right, left);
  meter.read(right.length);
  return right.includes(left);
}

function add({ left, right, meter }: Operands): unknown {
  if (typeof left === 'string' || typeof right === 'string')
    return valueText(left, meter) + valueText(right, meter);
  if (!Array.isArray(left) || !Array.isArray(right))
    return arithmetic('+', (one, other) => one + other)({ left, right, meter });
  meter.make(left.length + right.length);
  return [...left, ...right];
}

function arithmetic(sign: string, operation: (left: number, right: number) => number): Operation {
  return whenDefined(({ left, right }) => {
    if (typeof left !== 'number' || typeof right !== 'number') throw misfit(sign, { left, right });
    const result = operation(left, right);
    if (Number.isFinite(result)) return result;
    throw new Error(`Template cannot calculate '${left} ${sign} ${right}'; the result is not a number`);
  });
}

function order(sign: string, holds: (difference: number) => boolean): Operation {
  return whenDefined(({ left, right, meter }) => holds(difference({ left, right, meter, sign })));
}

function difference({ left, right, meter, sign }: Operands & { sign: string }): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') throw misfit(sign, { left, right });
  meter.read(Math.min(left.length, right.length));
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function misfit(sign: string, { left, right }: { left: unknown; right: unknown }): Error {
  const operands = `${nameKind(left)} and ${nameKind(right)}`;
  return new Error(
    `Template operator '${sign}' is used between ${operands}; convert one, such as with the filter 'int'`,
  );
}
