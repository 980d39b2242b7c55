/** Exceeds an agent's steps: at most 200 calls plus compactions. */
export const STEP_BLOCK = 10_000;

export function stepBase(run: number): number {
  return run * STEP_BLOCK;
}

export function findBase(step: number): number {
  return step - stepInBlock(step);
}

export function findRun(step: number): number {
  return findBase(step) / STEP_BLOCK;
}

export function stepInBlock(step: number): number {
  return ((step - 1) % STEP_BLOCK) + 1;
}
