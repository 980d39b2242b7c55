import type { WorkflowHandle } from '@temporalio/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, manual, template, wait } from '../../../flow/kinds/node-kinds.js';
import { replayHistory } from '../../../packages/testing/replay.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

type HistoryEvent = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

const TIMER_FIRED = 18;

let system: TestSystem;
let evaluations = 0;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      defineFlow({
        slug: 'branches',
        name: 'Branches',
        nodes: {
          start: manual(),
          text: template({ template: 'Soon' }),
          pause: wait({ seconds: 0.5 }),
          ask: approval({ prompt: 'Go on?' }),
        },
        edges: [
          ['start', 'text'],
          ['text', 'pause'],
          ['start', 'ask'],
        ],
      }),
    ],
    onPoint: async (point) => {
      if (point !== 'evaluateNode.before') return;
      evaluations += 1;
      if (evaluations === 2) await sleep(200);
    },
  });
});
afterAll(() => system?.stop());

describe('local Activities of parallel branches', () => {
  test('the second branch is slower than two nodes of the first -> run in the order of their start, and the history replays', async () => {
    const { executionId } = await system.client.executions.start({
      flow: 'branches',
      text: 'Go.',
      user: system.newUser(),
    });
    const handle = system.temporal.workflow.getHandle(executionId);
    const hasWaited = async () =>
      (await handle.fetchHistory()).events?.some(({ eventType }) => eventType === TIMER_FIRED);
    await expect.poll(hasWaited).toBe(true);
    const history = await handle.fetchHistory();
    const started = startedInOrder(history.events ?? []);
    expect(started.length).toBeGreaterThan(3);
    expect(started).toEqual([...started].sort((one, other) => one - other));
    await replayHistory({ history, workflowId: executionId, bundlePath: system.environment.bundlePath });
    await handle.terminate();
  });
});

/** The numbers in which the Workflow started its local Activities, in the order of their results. */
function startedInOrder(events: readonly HistoryEvent[]): number[] {
  return events.flatMap(({ markerRecordedEventAttributes: marker }) => {
    const data = marker?.details?.['data']?.payloads?.[0]?.data;
    return data ? [(JSON.parse(Buffer.from(data).toString()) as { seq: number }).seq] : [];
  });
}
