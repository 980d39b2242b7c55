export type NumberRead = { value: number } | { problem: string };

export function readNumber(
  name: string,
  value: unknown,
  { least, fallback }: { least: number; fallback: number },
): NumberRead {
  if (value == null || value === '') return { value: fallback };
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && number >= least) return { value: Math.floor(number) };
  return { problem: `${name} is '${showValue(value)}'; it must be a whole number of at least ${least}.` };
}

export function showValue(value: unknown): string {
  return (typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value))
    .slice(0, 40)
    .toWellFormed();
}
