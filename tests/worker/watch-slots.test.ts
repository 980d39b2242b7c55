import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchSlots } from '../../worker/watch-slots.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('watchSlots', () => {
  test('no free slot for Workflow Tasks for 30 seconds -> reported until one is free', async () => {
    let metrics = metricsOf({ free: 0, begun: 40 });
    const slots = watchSlots(() => Promise.resolve(metrics));
    await vi.advanceTimersByTimeAsync(27_000);
    expect(slots.problem()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(slots.problem()).toBe('no slot for Workflow Tasks has become free for 30 s');
    metrics = metricsOf({ free: 1, begun: 40 });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(slots.problem()).toBeUndefined();
    slots.stop();
  });

  test('slots that are all in use and change hands -> a busy worker, nothing to report', async () => {
    let begun = 0;
    const slots = watchSlots(() => Promise.resolve(metricsOf({ free: 0, begun: (begun += 1) })));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(begun).toBe(40);
    expect(slots.problem()).toBeUndefined();
    slots.stop();
  });

  test('metrics that cannot be read -> nothing is reported about them', async () => {
    const slots = watchSlots(() => Promise.reject(new Error('away')));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(slots.problem()).toBeUndefined();
    slots.stop();
  });
});

function metricsOf({ free, begun }: { free: number; begun: number }): string {
  return [
    '# TYPE temporal_worker_task_slots_available gauge',
    `temporal_worker_task_slots_available{namespace="default",worker_type="ActivityWorker"} 100`,
    `temporal_worker_task_slots_available{namespace="default",worker_type="WorkflowWorker"} ${free}`,
    `temporal_workflow_task_queue_poll_succeed{namespace="default",task_queue="threadline"} ${begun}`,
  ].join('\n');
}
