/** A whole number as a model gave it, or what is wrong with it. */
export type NumberRead = { value: number } | { problem: string };

/**
 * Reads a whole number of a tool's input: numbers and strings of one, fractions cut off; absent is the
 * fallback. Anything else, and less than the least, is a problem in a sentence.
 */
export function readNumber(
  name: string,
  value: unknown,
  { least, fallback }: { least: number; fallback: number },
): NumberRead {
  if (value === undefined || value === null || value === '') return { value: fallback };
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && number >= least) return { value: Math.floor(number) };
  return { problem: `${name} is '${shown(value)}'; it must be a whole number of at least ${least}.` };
}

function shown(value: unknown): string {
  return (typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value))
    .slice(0, 40)
    .toWellFormed();
}
