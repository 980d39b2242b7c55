import { describe, expect, test } from 'vitest';
import { describeQueueStep } from '../../../trajectory/render/queue-step.js';

describe('describeQueueStep', () => {
  const question = { queue: 'todo', ordinal: 0, instruction: null, joined: null } as const;
  test.each([
    [question, undefined, 'main'],
    [question, 'search', 'main'],
    [{ ...question, queue: 'pre', ordinal: 1, instruction: 'Read.' }, 'search', 'pre step 1: Read.'],
    [{ ...question, queue: 'post', ordinal: 2 }, 'clean_up', 'post step 2: call clean_up'],
    [{ ...question, ordinal: 3, instruction: 'Check.' }, undefined, 'main step 3: Check.'],
    [
      { ...question, joined: [1, 2].map((ordinal) => ({ ordinal, instruction: 'More.' })) },
      undefined,
      'main with step 1: More., step 2: More.',
    ],
  ] as const)('%j -> %s', (step, tool, words) => {
    expect(describeQueueStep(step, tool)).toBe(words);
  });
});
