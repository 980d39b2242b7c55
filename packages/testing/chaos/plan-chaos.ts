import { seededRandom } from '../seeded-random.js';
import { CHAOS_FAULTS, type ChaosFault } from './chaos-faults.js';

export interface PlannedFault {
  readonly fault: ChaosFault;
  readonly atMs: number;
  readonly forMs: number;
}

interface PlanChaosInput {
  readonly seed: number;
  readonly minutes: number;
  readonly faults: readonly ChaosFault[];
  /** Default: 3, so that faults hit turns that are still recovering. */
  readonly calmSeconds?: number;
}

const CALM_MS = 4_000;
const DEFAULT_CALM_SECONDS = 3;
const MORE_PAUSE_MS = 6_000;

/** A kind repeats only after all others. Throws if the time is too short for a single fault. */
export function planChaos({ seed, minutes, faults, calmSeconds }: PlanChaosInput): PlannedFault[] {
  if (faults.length === 0) throw new Error('A chaos run needs at least one kind of fault');
  const random = seededRandom(seed);
  const between = (low: number, high: number): number => low + random.below(high - low + 1);
  const pauseMs = (calmSeconds ?? DEFAULT_CALM_SECONDS) * 1_000;
  const endMs = minutes * 60_000 - CALM_MS;
  const plan: PlannedFault[] = [];
  let atMs = CALM_MS;
  for (;;) {
    for (const fault of random.shuffled(faults)) {
      const [shortest, longest] = CHAOS_FAULTS[fault].lasts;
      const forMs = between(shortest * 1_000, longest * 1_000);
      if (atMs + forMs > endMs) {
        if (plan.length === 0)
          throw new Error(`${minutes} minutes are too short for a fault; give one minute`);
        return plan;
      }
      plan.push({ fault, atMs, forMs });
      atMs += forMs + between(pauseMs, pauseMs + MORE_PAUSE_MS);
    }
  }
}
