import { ThreadlineError } from '../threadline-error.js';

const MOST = 1_000;

/** Throws `Client.InvalidCursor`. */
export function checkLimit(limit: number, most: number = MOST): number {
  return checkWhole(limit, { name: 'Limit', most });
}

export function checkWhole(value: number, { name, most }: { name: string; most: number }): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new ThreadlineError(
    'Client.InvalidCursor',
    `${name} ${String(value)} is not a whole number from 1 to ${most}`,
  );
}
