/** A whole number that a model gave, or a sentence that says what is wrong with it. */
export type NumberRead = { value: number } | { problem: string };

/**
 * Reads a whole number of a tool's input: a number, or a string of one, without its fraction. An absent value gives the
 * fallback; anything else, and a number below the least, gives a problem in a sentence.
 */
export function readNumber(
  name: string,
  value: unknown,
  { least, fallback }: { least: number; fallback: number },
): NumberRead {
  if (value === undefined || value === null || value === '') return { value: fallback };
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && number >= least) return { value: Math.floor(number) };
  return { problem: `${name} is '${showValue(value)}'; it must be a whole number of at least ${least}.` };
}

/** Shows a value of any kind in a sentence, at most 40 characters of it. */
export function showValue(value: unknown): string {
  return (typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value))
    .slice(0, 40)
    .toWellFormed();
}
