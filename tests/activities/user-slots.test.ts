import { afterEach, describe, expect, test, vi } from 'vitest';
import { UserSlots } from '../../activities/user-slots.js';

const NEVER = 2_147_483_647;

afterEach(() => void vi.useRealTimers());

describe('UserSlots', () => {
  test('a user who has the worker alone -> any number of slots', () => {
    const slots = slotsOf(1);
    expect(['a', 'b', 'c'].map((workflowId) => slots.tryTake({ user: 'ada', workflowId }))).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('a user beside another -> their slots and no more, and a slot at once for the other', () => {
    const slots = sharedSlots(2);
    expect(['a', 'b', 'c'].map((workflowId) => slots.tryTake({ user: 'ada', workflowId }))).toEqual([
      true,
      true,
      false,
    ]);
    expect(slots.tryTake({ user: 'bob', workflowId: 'd' })).toBe(true);
  });

  test('a user beside another whose work has ended -> four times the slots; with work again -> their share', async () => {
    vi.useFakeTimers();
    const slots = sharedSlots(1);
    slots.release('other');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(takeMany(slots, 2)).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(2);
    expect(takeMany(slots, 5)).toEqual([true, true, true, true, false]);
    slots.note('bob');
    slots.release('0');
    expect(slots.tryTake({ user: 'ada', workflowId: 'new' })).toBe(false);
  });

  test('requests that wait while another user has work -> when that user has none left, all cores are used', async () => {
    vi.useFakeTimers();
    const slots = sharedSlots(1);
    slots.tryTake({ user: 'ada', workflowId: '0' });
    const waiting = ['1', '2', '3', '4'].map((workflowId) =>
      slots.take({ user: 'ada', workflowId, timeoutMs: NEVER }),
    );
    await vi.advanceTimersByTimeAsync(20_000);
    expect(slots.countWaiting('ada')).toBe(4);
    slots.release('other');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(slots.countWaiting('ada')).toBe(1);
    slots.release('0');
    expect(await Promise.all(waiting)).toEqual([true, true, true, true]);
  });

  test('nobody else for ten minutes -> any number of slots again', async () => {
    vi.useFakeTimers();
    const slots = sharedSlots(1);
    slots.release('other');
    await vi.advanceTimersByTimeAsync(600_001);
    expect(takeMany(slots, 20)).not.toContain(false);
  });

  test('an execution that holds a slot -> reuses it, without a second one', () => {
    const slots = sharedSlots(2);
    for (let time = 1; time <= 3; time += 1)
      expect(slots.tryTake({ user: 'ada', workflowId: 'a' })).toBe(true);
    expect(slots.tryTake({ user: 'ada', workflowId: 'b' })).toBe(true);
  });

  test('requests that wait -> served in their order, one for each slot that is freed', async () => {
    const slots = sharedSlots(1);
    slots.tryTake({ user: 'ada', workflowId: 'a' });
    const served: string[] = [];
    const waiting = ['b', 'c'].map(async (workflowId) => {
      expect(await slots.take({ user: 'ada', workflowId, timeoutMs: NEVER })).toBe(true);
      served.push(workflowId);
    });
    expect(slots.countWaiting('ada')).toBe(2);
    slots.release('a');
    await waiting[0];
    expect(served).toEqual(['b']);
    expect(slots.countWaiting('ada')).toBe(1);
    slots.release('b');
    await waiting[1];
    expect(served).toEqual(['b', 'c']);
  });

  test('a request while others wait -> queued behind them', () => {
    const slots = sharedSlots(1);
    slots.tryTake({ user: 'ada', workflowId: 'a' });
    void slots.take({ user: 'ada', workflowId: 'b', timeoutMs: NEVER });
    slots.release('a');
    expect(slots.tryTake({ user: 'ada', workflowId: 'c' })).toBe(false);
  });

  test('patience that ends, or a signal that aborts -> false, and the next request is served', async () => {
    const slots = sharedSlots(1);
    slots.tryTake({ user: 'ada', workflowId: 'a' });
    const over = new AbortController();
    const aborted = slots.take({ user: 'ada', workflowId: 'b', timeoutMs: NEVER, signal: over.signal });
    const impatient = slots.take({ user: 'ada', workflowId: 'c', timeoutMs: 0 });
    const patient = slots.take({ user: 'ada', workflowId: 'd', timeoutMs: NEVER });
    over.abort();
    expect(await Promise.all([aborted, impatient])).toEqual([false, false]);
    slots.release('a');
    expect(await patient).toBe(true);
  });

  test('a slot that is lent -> free after its lease, and never for an execution that holds none', async () => {
    const slots = sharedSlots(1, 0);
    slots.tryTake({ user: 'ada', workflowId: 'a' });
    const next = slots.take({ user: 'ada', workflowId: 'b', timeoutMs: NEVER });
    slots.lend('b');
    slots.lend('a');
    expect(await next).toBe(true);
    expect(slots.tryTake({ user: 'ada', workflowId: 'c' })).toBe(false);
  });

  test('an execution that ends -> its slot is reserved while others wait, and is free at once if none do', async () => {
    const slots = sharedSlots(1);
    slots.tryTake({ user: 'ada', workflowId: 'a' });
    slots.end('a');
    expect(slots.tryTake({ user: 'ada', workflowId: 'b' })).toBe(true);
    const next = slots.take({ user: 'ada', workflowId: 'c', timeoutMs: NEVER });
    slots.end('b');
    expect(slots.countWaiting('ada')).toBe(1);
    slots.lend('b');
    expect(await next).toBe(true);
  });

  test('a user whose executions started before another user arrived -> a new one waits until fewer hold slots', async () => {
    const slots = slotsOf(1);
    for (const workflowId of ['a', 'b']) slots.tryTake({ user: 'ada', workflowId });
    slots.tryTake({ user: 'bob', workflowId: 'other' });
    const next = slots.take({ user: 'ada', workflowId: 'c', timeoutMs: NEVER });
    slots.release('a');
    expect(slots.countWaiting('ada')).toBe(1);
    slots.release('b');
    expect(await next).toBe(true);
  });
});

function takeMany(slots: UserSlots, count: number): boolean[] {
  return Array.from({ length: count }, (_, index) => slots.tryTake({ user: 'ada', workflowId: `${index}` }));
}

function slotsOf(slotsPerUser: number, leaseMs = NEVER): UserSlots {
  return new UserSlots({ slotsPerUser, leaseMs, workingMs: 10_000 });
}

function sharedSlots(slotsPerUser: number, leaseMs?: number): UserSlots {
  const slots = slotsOf(slotsPerUser, leaseMs);
  slots.tryTake({ user: 'bob', workflowId: 'other' });
  return slots;
}
