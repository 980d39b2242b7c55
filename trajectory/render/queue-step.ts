import { isQuestion, nameStep, type QueueName } from '../../protocol/queued-steps.js';

export interface QueueStep {
  queue: QueueName;
  /** 0 for the run's own question. */
  ordinal: number;
  /** Null for the run's own question and for a tool call. */
  instruction: string | null;
  /** Pushed steps sent together with this one. */
  joined: readonly { ordinal: number; instruction: string }[] | null;
}

/**
 * Such as `pre step 1: Read the rules.`, `main`, `main with step 1: Check the sums.` or `post step 1: call
 * clean_up`.
 */
export function describeQueueStep(step: QueueStep, tool?: string): string {
  const called = tool === undefined ? null : `call ${tool}`;
  const own = withText(nameStep(step), isQuestion(step) ? null : (step.instruction ?? called));
  const joined = (step.joined ?? []).map(({ ordinal, instruction }) =>
    withText(`step ${ordinal}`, instruction),
  );
  return joined.length === 0 ? own : `${own} with ${joined.join(', ')}`;
}

function withText(name: string, text: string | null): string {
  return text === null ? name : `${name}: ${text}`;
}
