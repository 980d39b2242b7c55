import { describe, expect, test } from 'vitest';
import { tuneWorker } from '../../worker/tune-worker.js';

describe('tuneWorker', () => {
  test.each([
    [1, 24, 1],
    [2, 24, 1],
    [4, 48, 2],
    [64, 96, 4],
  ])('%i cores -> %i Workflow Tasks at once on %i threads', (cores, tasks, threads) => {
    expect(tuneWorker({}, cores)).toMatchObject({
      maxConcurrentActivityTaskExecutions: 300,
      maxConcurrentWorkflowTaskExecutions: tasks,
      workflowThreadPoolSize: threads,
      maxCachedWorkflows: undefined,
    });
  });

  test('autoscaling -> no fixed number of pollers', () => {
    const behavior = { type: 'autoscaling' };
    expect(tuneWorker({ pollers: 'autoscaling' })).toMatchObject({
      workflowTaskPollerBehavior: behavior,
      activityTaskPollerBehavior: behavior,
    });
    expect(tuneWorker({ pollers: 'fixed' })).not.toHaveProperty('workflowTaskPollerBehavior');
  });

  test('numbers that are set -> used', () => {
    expect(tuneWorker({ activities: 20, workflowTasks: 12, cachedWorkflows: 50 }, 2)).toMatchObject({
      maxConcurrentActivityTaskExecutions: 20,
      maxConcurrentWorkflowTaskExecutions: 12,
      maxCachedWorkflows: 50,
    });
  });
});
