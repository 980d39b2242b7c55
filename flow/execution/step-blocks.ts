/**
 * Each run of a node numbers its model calls in its own block, so that concurrent agents never share a
 * number; an agent makes at most 200 calls, plus those for compaction.
 */
export const STEP_BLOCK = 10_000;

/** The number before a run's first step. `run` counts from 0. */
export function stepBase(run: number): number {
  return run * STEP_BLOCK;
}

export function findBase(step: number): number {
  return step - stepInBlock(step);
}

/** The run of a step, from 0. */
export function findRun(step: number): number {
  return findBase(step) / STEP_BLOCK;
}

export function stepInBlock(step: number): number {
  return ((step - 1) % STEP_BLOCK) + 1;
}
