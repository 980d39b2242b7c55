const isExhaustive = process.env.THREADLINE_EXHAUSTIVE === '1';

export function propertyRuns(some: number, all: number): number {
  return isExhaustive ? all : some;
}
