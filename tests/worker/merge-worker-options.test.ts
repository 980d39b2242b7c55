import type { WorkerOptions } from '@temporalio/worker';
import { describe, expect, test } from 'vitest';
import { mergeWorkerOptions } from '../../worker/plugin/merge-worker-options.js';

const OWN: WorkerOptions = {
  taskQueue: 'queue',
  identity: 'threadline',
  maxConcurrentActivityTaskExecutions: 300,
  maxConcurrentWorkflowTaskExecutions: 4,
  activities: { callModel: () => 1 },
  dataConverter: { failureConverterPath: '/own.cjs' },
};
const SLOTS = { type: 'fixed-size', numSlots: 5 } as const;

describe('mergeWorkerOptions', () => {
  test("the team's value -> overrides Threadline's; an undefined one does not", () => {
    expect(mergeWorkerOptions({ identity: 'team' }, OWN)).toMatchObject({
      identity: 'team',
      taskQueue: 'queue',
    });
    expect(mergeWorkerOptions({ identity: undefined }, OWN)).toMatchObject({ identity: 'threadline' });
  });

  test("a tuner -> replaces Threadline's slots, which the SDK rejects beside it", () => {
    const tuner = {
      activityTaskSlotSupplier: SLOTS,
      workflowTaskSlotSupplier: SLOTS,
      localActivityTaskSlotSupplier: SLOTS,
      nexusTaskSlotSupplier: SLOTS,
    };
    const merged = mergeWorkerOptions({ tuner }, OWN);
    expect(Object.keys(merged)).not.toContain('maxConcurrentActivityTaskExecutions');
    expect(Object.keys(merged)).not.toContain('maxConcurrentWorkflowTaskExecutions');
  });

  test.each<[string, Partial<WorkerOptions>, string]>([
    [
      "an Activity with Threadline's name",
      { activities: OWN.activities },
      "Activity 'callModel' is Threadline's",
    ],
    [
      'a second failure converter',
      { dataConverter: { failureConverterPath: '/team.cjs' } },
      "omit 'dataConverter.failureConverterPath'",
    ],
    [
      'pinned Workflows',
      {
        workerDeploymentOptions: {
          version: { deploymentName: 'orders', buildId: '1' },
          useWorkerVersioning: true,
          defaultVersioningBehavior: 'PINNED',
        },
      },
      "must be 'AUTO_UPGRADE'",
    ],
  ])('%s -> rejected with the fix', (_situation, team, message) => {
    expect(() => mergeWorkerOptions(team, OWN)).toThrow(message);
  });

  test('a patch -> decided by the owner of the Workflow', () => {
    const refuse = { patchActivationCallback: () => false };
    const { patchActivationCallback } = mergeWorkerOptions(refuse, OWN);
    const decide = (workflowType: string) =>
      patchActivationCallback?.({ patchId: 'p', workflowInfo: { workflowType } } as never);
    expect([decide('conversation'), decide('fulfillOrder')]).toEqual([true, false]);
  });
});
