import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { FairTurns, FairQueue } from '../../../flow/code/fair-turns.js';

describe('FairQueue', () => {
  test('three lines of one level -> each gets one turn before any gets its second', () => {
    const queue = filled(['a', 'a', 'a', 'b', 'c', 'b']);
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('one user with three executions, one with one -> users take turns, then executions', () => {
    const queue = filled(['ada/x', 'ada/y', 'ada/z', 'ada/x', 'bob/w', 'bob/w']);
    expect(drain(queue)).toEqual(['ada/x1', 'bob/w1', 'ada/y1', 'bob/w2', 'ada/z1', 'ada/x2']);
  });

  test('an item that leaves -> the others keep their turns, and an empty line is removed', () => {
    const queue = filled(['a', 'b', 'a']);
    queue.remove(['a'], 'a1');
    queue.remove(['b'], 'b1');
    queue.remove(['nobody'], 'b1');
    expect(drain(queue)).toEqual(['a2']);
    expect(queue.isEmpty).toBe(true);
  });
});

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

function filled(lines: readonly string[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  const counts = new Map<string, number>();
  for (const line of lines) {
    const count = (counts.get(line) ?? 0) + 1;
    counts.set(line, count);
    queue.push(line.split('/'), `${line}${count}`);
  }
  return queue;
}

function drain(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) items.push(item);
  return items;
}
