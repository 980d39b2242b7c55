export const QUEUE_NAMES = ['pre', 'todo', 'post'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export const MAX_QUEUED_STEPS = 100;
export const MAX_STEP_CHARACTERS = 4_000;

/** Ordinals start at 1. In the queue `todo`, 0 is the run's own question. */
export interface StepPlace {
  queue: QueueName;
  ordinal: number;
}

export interface StepCounts {
  pre: number;
  post: number;
  titles?: { readonly pre: readonly string[]; readonly post: readonly string[] };
}

export function isQuestion({ queue, ordinal }: StepPlace): boolean {
  return queue === 'todo' && ordinal === 0;
}

export function nameStep(step: StepPlace): string {
  const { queue, ordinal } = step;
  if (isQuestion(step)) return 'main';
  return `${queue === 'todo' ? 'main' : queue} step ${ordinal}`;
}

const TITLE_CHARACTERS = 48;

export function titleStep(instruction: string): string {
  const line = instruction.replace(/\s+/g, ' ').trim();
  return line.length <= TITLE_CHARACTERS ? line : `${line.slice(0, TITLE_CHARACTERS - 1).toWellFormed()}…`;
}

export const STEP_TIMES = ['next-call', 'after-answer'] as const;
export type StepTime = (typeof STEP_TIMES)[number];
