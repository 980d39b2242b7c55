import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchSlots } from '../../worker/watch-slots.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('watchSlots', () => {
  test('no slot for Workflow Tasks for half a minute -> told, until one is free again', async () => {
    let metrics = metricsOf({ WorkflowWorker: 0, ActivityWorker: 3 });
    const slots = watchSlots(() => Promise.resolve(metrics));
    await vi.advanceTimersByTimeAsync(27_000);
    expect(slots.problem()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(slots.problem()).toBe('no slot for Workflow Tasks has been free for 30 s');
    metrics = metricsOf({ WorkflowWorker: 1, ActivityWorker: 3 });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(slots.problem()).toBeUndefined();
    slots.stop();
  });

  test('a slot that is free now and then -> a busy worker, nothing to tell', async () => {
    let looks = 0;
    const slots = watchSlots(() => Promise.resolve(metricsOf({ WorkflowWorker: looks++ % 5 === 4 ? 1 : 0 })));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(looks).toBe(40);
    expect(slots.problem()).toBeUndefined();
    slots.stop();
  });

  test('no slot is free, and one task after another is taken -> a busy worker, nothing to tell', async () => {
    let taken = 0;
    const metrics = () =>
      `${metricsOf({ WorkflowWorker: 0 })}\ntemporal_workflow_task_queue_poll_succeed{poller_type="sticky_workflow_task"} ${taken++}`;
    const slots = watchSlots(() => Promise.resolve(metrics()));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(slots.problem()).toBeUndefined();
    slots.stop();
  });

  test('metrics that cannot be read -> nothing is said of them', async () => {
    const slots = watchSlots(() => Promise.reject(new Error('away')));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(slots.problem()).toBeUndefined();
    slots.stop();
  });
});

function metricsOf(free: Record<string, number>): string {
  return Object.entries(free)
    .map(
      ([type, slots]) =>
        `temporal_worker_task_slots_available{namespace="default",task_queue="threadline",worker_type="${type}"} ${slots}`,
    )
    .join('\n');
}
