import type { LocalBenchInput } from '../bench.js';

/** First and last turn of a stretch that is measured. */
export interface TurnWindow {
  first: number;
  last: number;
}

/** Which turns of the conversation are measured. */
export interface TurnPlan {
  /** Around turn 10. */
  early: TurnWindow;
  /** Turns whose overhead is measured against the floor. */
  overhead: TurnWindow;
  /** The last ones. */
  late: TurnWindow;
}

/** Turns of another conversation before anything counts: compilers and caches take this long. */
export const WARM_UP_TURNS = 100;
const EARLY: TurnWindow = { first: 6, last: 25 };
const LATE_TURNS = 20;
/** Half of them asked in each way. */
const OVERHEAD_TURNS = 200;
/** Fewer leave nothing between the early turns and the late ones. */
const MIN_TURNS = 60;
/** Twenty turns around turn 1,000. */
const DEFAULT_TURNS = 1_010;

/** Turns of the conversation that is measured. Throws when they are too few. */
export function readTurns({ turns = DEFAULT_TURNS }: Pick<LocalBenchInput, 'turns'>): number {
  if (turns < MIN_TURNS) throw new Error(`--turns is ${turns}; this bench needs at least ${MIN_TURNS}`);
  return turns;
}

/** Lays out what is measured of a conversation of so many turns. */
export function planTurns(turns: number): TurnPlan {
  const late = { first: turns - LATE_TURNS + 1, last: turns };
  const first = EARLY.last + 1;
  return {
    early: EARLY,
    overhead: { first, last: Math.min(first + OVERHEAD_TURNS - 1, late.first - 1) },
    late,
  };
}

/** The windows of a plan that a turn is in. */
export function isMeasured(plan: TurnPlan, turn: number): boolean {
  return Object.values(plan).some((window: TurnWindow) => isWithin(window, turn));
}

/** Whether a turn belongs to a window. */
export function isWithin({ first, last }: TurnWindow, turn: number): boolean {
  return turn >= first && turn <= last;
}
