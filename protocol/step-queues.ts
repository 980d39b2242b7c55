/** The queues that drive an agent's run, in the order in which they are processed. */
export const QUEUE_NAMES = ['pre', 'todo', 'post'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Steps that may wait in one queue. */
export const MAX_QUEUED_STEPS = 100;
/** Characters of an instruction that is pushed, or written in a flow. */
export const MAX_STEP_CHARACTERS = 4_000;

/** Which step of a run: its queue, and its place there from 1. The run's own question is the todo step 0. */
export interface StepPlace {
  queue: QueueName;
  ordinal: number;
}

/** When a pushed step is done. */
export const STEP_TIMES = ['next-call', 'after-answer'] as const;
export type StepTime = (typeof STEP_TIMES)[number];
