interface Decimal {
  sign: -1 | 0 | 1;
  digits: string;
  /** The number of digits before the decimal point. If negative, of the zeros after it. */
  magnitude: number;
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,9}))?$/i;

/** Exact for numbers and texts such as '2e3'. Undefined without a number: a missing value is not 0. */
export function compareNumbers(one: unknown, other: unknown): number | undefined {
  const [left, right] = [toDecimal(one), toDecimal(other)];
  if (!left || !right) return undefined;
  if (left.sign !== right.sign) return left.sign - right.sign;
  return left.sign * (left.magnitude - right.magnitude || compareDigits(left.digits, right.digits));
}

export function isNumeric(value: unknown): boolean {
  return toDecimal(value) !== undefined;
}

function toDecimal(value: unknown): Decimal | undefined {
  if (typeof value === 'string') return readDecimal(value.trim());
  return typeof value === 'number' || typeof value === 'bigint' ? readDecimal(String(value)) : undefined;
}

function readDecimal(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return { sign: 0, digits, magnitude: 0 };
  const zeros = whole.length + fraction.length - digits.length;
  return { sign: sign === '-' ? -1 : 1, digits, magnitude: whole.length - zeros + Number(exponent) };
}

function compareDigits(one: string, other: string): number {
  const length = Math.max(one.length, other.length);
  const [left, right] = [one.padEnd(length, '0'), other.padEnd(length, '0')];
  return left === right ? 0 : left < right ? -1 : 1;
}
