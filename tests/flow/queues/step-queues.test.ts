import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StepQueues } from '../../../flow/queues/step-queues.js';
import type { QueueName } from '../../../protocol/queued-steps.js';

describe('StepQueues', () => {
  test('C47: a, b and c pushed -> taken as a, b, c, then empty', () => {
    const queues = new StepQueues<string>();
    for (const step of ['a', 'b', 'c']) queues.push('todo', step);
    expect([1, 2, 3, 4].map(() => queues.take('todo'))).toEqual(['a', 'b', 'c', undefined]);
  });

  test('C44: a hundred and one steps -> the last is refused, the oldest is kept', () => {
    const queues = new StepQueues<number>();
    const taken = Array.from({ length: 101 }, (_, index) => queues.push('pre', index));
    expect(taken).toEqual([...Array.from({ length: 100 }, () => true), false]);
    expect(queues.size('pre')).toBe(100);
    expect(queues.take('pre')).toBe(0);
    expect(queues.push('pre', 100)).toBe(true);
  });

  test.each(['invalid_list', '', 'toString', 'PRE', undefined, 7])(
    'C46: the list %j -> an error with its name and the three valid ones',
    (name) => {
      const queues = new StepQueues<string>();
      const message = `Invalid list type '${String(name)}': it must be one of pre, todo, post`;
      expect(() => queues.push(name as QueueName, 'a')).toThrow(message);
      expect(() => queues.take(name as QueueName)).toThrow(message);
      expect(() => queues.size(name as QueueName)).toThrow(message);
    },
  );

  test('any pushes and takes -> each queue is first in first out, with at most a hundred steps', () => {
    const queue = fc.constantFrom<QueueName>('pre', 'todo', 'post');
    const action = fc.record({ queue, takes: fc.boolean(), times: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
        const queues = new StepQueues<number>();
        const expected: Record<QueueName, number[]> = { pre: [], todo: [], post: [] };
        let next = 0;
        for (const { queue: name, takes, times } of actions)
          for (let time = 0; time < times; time += 1) {
            if (takes) expect(queues.take(name)).toBe(expected[name].shift());
            else {
              const fits = expected[name].length < 100;
              expect(queues.push(name, (next += 1))).toBe(fits);
              if (fits) expected[name].push(next);
            }
            expect(queues.size(name)).toBe(expected[name].length);
          }
      }),
    );
  });
});
