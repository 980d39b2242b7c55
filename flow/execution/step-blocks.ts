/**
 * Model calls of an execution are numbered by steps. Each run of a node has a block of them, so that agents that
 * run at once never take the same number; an agent makes at most 200 calls, and those that compact its history.
 */
export const STEP_BLOCK = 10_000;

/** The number before the first step of a run; the run's ordinal counts from 0. */
export function stepBase(run: number): number {
  return run * STEP_BLOCK;
}

/** The base of the block that a step is in. */
export function findBase(step: number): number {
  return step - stepInBlock(step);
}

/** The ordinal of the run that a step is of, from 0. */
export function findRun(step: number): number {
  return findBase(step) / STEP_BLOCK;
}

/** A step's number in its own block, from 1. */
export function stepInBlock(step: number): number {
  return ((step - 1) % STEP_BLOCK) + 1;
}
