import { describe, expect, test } from 'vitest';
import { FairQueue } from '../../../flow/code/fair-queue.js';

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
