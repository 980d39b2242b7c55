import type { LocalBenchInput } from '../bench.js';

export interface TurnWindow {
  first: number;
  last: number;
}

export interface TurnPlan {
  early: TurnWindow;
  full: TurnWindow;
  overhead: TurnWindow;
  late: TurnWindow;
}

export const WARM_UP_TURNS = 100;
const EARLY: TurnWindow = { first: 6, last: 25 };
const FULL: TurnWindow = { first: 71, last: 90 };
const LATE_TURNS = 40;
const OVERHEAD_TURNS = 200;
const MIN_TURNS = 80;
const DEFAULT_TURNS = 1_020;

export function readTurns({ turns = DEFAULT_TURNS }: Pick<LocalBenchInput, 'turns'>): number {
  if (turns < MIN_TURNS) throw new Error(`--turns is ${turns}; this bench needs at least ${MIN_TURNS}`);
  return turns;
}

export function planTurns(turns: number): TurnPlan {
  const late = { first: turns - LATE_TURNS + 1, last: turns };
  const first = EARLY.last + 1;
  return {
    early: EARLY,
    full: FULL,
    overhead: { first, last: Math.min(first + OVERHEAD_TURNS - 1, late.first - 1) },
    late,
  };
}

export function isMeasured({ early, overhead, late }: TurnPlan, turn: number): boolean {
  return [early, overhead, late].some((window) => isWithin(window, turn));
}

export function isWithin({ first, last }: TurnWindow, turn: number): boolean {
  return turn >= first && turn <= last;
}
