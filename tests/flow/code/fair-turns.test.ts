import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { FairTurns } from '../../../flow/code/fair-turns.js';

describe('FairTurns', () => {
  test("all slots taken by one user -> another user comes before the first user's waiting items", async () => {
    const turns = new FairTurns(1);
    const order: string[] = [];
    await turns.take({ line: ['ada'] });
    const waiting = ['ada', 'ada', 'bob'].map((name) =>
      turns.take({ line: [name] }).then(() => order.push(name)),
    );
    await setImmediate();
    for (let given = 0; given < 3; given += 1) turns.give();
    await Promise.all(waiting);
    expect(order).toEqual(['ada', 'bob', 'ada']);
  });

  test('a signal aborted while waiting -> rejects at once, and the next one gets its turn', async () => {
    const turns = new FairTurns(1);
    const cancel = new AbortController();
    await turns.take({ line: ['ada'] });
    const cancelled = turns.take({ line: ['ada'], signal: cancel.signal });
    const next = turns.take({ line: ['ada'] });
    cancel.abort(new Error('cancelled'));
    await expect(cancelled).rejects.toThrow('cancelled');
    turns.give();
    expect(await next).toBe(true);
    await expect(turns.take({ line: ['ada'], signal: cancel.signal })).rejects.toThrow('cancelled');
  });

  test('no turn in time -> false, and its place in the queue is released', async () => {
    const turns = new FairTurns(1);
    await turns.take({ line: ['ada'] });
    expect(await turns.take({ line: ['bob'], timeoutMs: 1 })).toBe(false);
    turns.give();
    expect(await turns.take({ line: ['eve'] })).toBe(true);
  });
});
