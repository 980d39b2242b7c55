/** `npm run test:exhaustive`: every property over as many cases as it was ever tried with. */
const isExhaustive = process.env.THREADLINE_EXHAUSTIVE === '1';

/** How many cases a property is tried with: `some` by `npm test`, `all` by `npm run test:exhaustive`. */
export function propertyRuns(some: number, all: number): number {
  return isExhaustive ? all : some;
}
