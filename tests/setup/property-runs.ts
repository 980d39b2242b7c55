const isExhaustive = process.env.THREADLINE_EXHAUSTIVE === '1';

/** Cases per property: `some` in `npm test`, `all` in `npm run test:exhaustive`. */
export function propertyRuns(some: number, all: number): number {
  return isExhaustive ? all : some;
}
