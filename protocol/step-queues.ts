export const QUEUE_NAMES = ['pre', 'todo', 'post'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export const MAX_QUEUED_STEPS = 100;
export const MAX_STEP_CHARACTERS = 4_000;

/** Places count from 1. The run's own question is todo step 0. */
export interface StepPlace {
  queue: QueueName;
  ordinal: number;
}

export const STEP_TIMES = ['next-call', 'after-answer'] as const;
export type StepTime = (typeof STEP_TIMES)[number];
