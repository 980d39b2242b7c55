import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWakeUp } from '../../../client/stream/wake-up.js';
import type { ChangeListener } from '../../../store/listen.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createWakeUp', () => {
  test('a change while it waits -> the wait ends at once, and the next wait does not', async () => {
    const { listener, change } = fakeListener();
    const wakeUp = createWakeUp(listener, 'workflow', undefined);
    const first = track(wakeUp.wait());
    await vi.advanceTimersByTimeAsync(500);
    expect(first.isOver()).toBe(false);
    change('workflow');
    await vi.advanceTimersByTimeAsync(0);
    expect(first.isOver()).toBe(true);
    const second = track(wakeUp.wait());
    await vi.advanceTimersByTimeAsync(999);
    expect(second.isOver()).toBe(false);
  });

  test('changes between two waits -> the next wait ends at once, once', async () => {
    const { listener, change } = fakeListener();
    const wakeUp = createWakeUp(listener, 'workflow', undefined);
    change('workflow');
    change('workflow');
    const first = track(wakeUp.wait());
    await vi.advanceTimersByTimeAsync(0);
    expect(first.isOver()).toBe(true);
    const next = track(wakeUp.wait());
    await vi.advanceTimersByTimeAsync(0);
    expect(next.isOver()).toBe(false);
  });

  test('no change -> it ends by itself after a second', async () => {
    const wakeUp = createWakeUp(fakeListener().listener, 'workflow', undefined);
    const wait = track(wakeUp.wait());
    await vi.advanceTimersByTimeAsync(999);
    expect(wait.isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(wait.isOver()).toBe(true);
  });

  test('readers that began at different moments -> share one poll, so that one statement serves them', async () => {
    const looks: number[] = [];
    for (const beginMs of [0, 130, 499]) {
      await vi.advanceTimersByTimeAsync(beginMs - performance.now());
      const wakeUp = createWakeUp(fakeListener().listener, 'workflow', undefined);
      void wakeUp.wait().then(() => looks.push(performance.now()));
    }
    await vi.advanceTimersByTimeAsync(2_000);
    expect(looks).toEqual([1_000, 1_000, 1_000]);
  });

  test('nothing new -> it backs off, and polls after a second once there is news', async () => {
    const { listener, change } = fakeListener();
    const wakeUp = createWakeUp(listener, 'workflow', undefined);
    const waits = async (hadNews: boolean): Promise<number> => {
      const wait = track(wakeUp.wait(hadNews));
      for (let ms = 0; ms <= 60_000; ms += 500) {
        if (wait.isOver()) return ms;
        await vi.advanceTimersByTimeAsync(500);
      }
      return Infinity;
    };
    expect([await waits(true), await waits(false), await waits(false), await waits(false)]).toEqual([
      1_000, 2_000, 4_000, 8_000,
    ]);
    expect(await waits(false)).toBe(8_000);
    expect(await waits(true)).toBe(1_000);
    expect(await waits(false)).toBe(2_000);
    change('workflow');
    await wakeUp.wait(false);
    expect(await waits(false)).toBe(1_000);
  });

  test('an abort -> the wait ends at once and leaves no timer', async () => {
    const abort = new AbortController();
    const wakeUp = createWakeUp(fakeListener().listener, 'workflow', abort.signal);
    const wait = track(wakeUp.wait());
    abort.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(wait.isOver()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('stopped -> unsubscribed from the listener and the signal', () => {
    const { listener, subscribers } = fakeListener();
    const abort = new AbortController();
    const remove = vi.spyOn(abort.signal, 'removeEventListener');
    const wakeUp = createWakeUp(listener, 'workflow', abort.signal);
    expect(subscribers('workflow')).toBe(1);
    wakeUp.stop();
    expect(subscribers('workflow')).toBe(0);
    expect(remove).toHaveBeenCalledWith('abort', expect.any(Function));
  });
});

function fakeListener() {
  const wakers = new Map<string, Set<() => void>>();
  const listener: ChangeListener = {
    on(workflowId, wake) {
      const set = wakers.get(workflowId) ?? new Set();
      wakers.set(workflowId, set.add(wake));
      return () => set.delete(wake);
    },
    onAll: () => () => undefined,
    close: () => Promise.resolve(),
  };
  return {
    listener,
    change: (workflowId: string) => wakers.get(workflowId)?.forEach((wake) => wake()),
    subscribers: (workflowId: string) => wakers.get(workflowId)?.size ?? 0,
  };
}

function track(promise: Promise<void>): { isOver(): boolean } {
  let isOver = false;
  void promise.then(() => (isOver = true));
  return { isOver: () => isOver };
}
