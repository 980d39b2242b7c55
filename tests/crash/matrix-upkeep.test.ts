import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { startWorkerProcess, type Fault } from '../../packages/testing/worker-process.js';
import {
  attempts,
  chatFlow,
  isSummaryRequest,
  POLLING,
  SUMMARY,
  threadRow,
} from '../integration/summaries/fixtures/summary-harness.js';

const USAGE = { inputTokens: 100, outputTokens: 10 };

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [chatFlow()],
    model: {
      script: (request) => text(isSummaryRequest(request) ? SUMMARY : 'fine', { usage: USAGE }),
    },
    withoutWorker: true,
  });
});
afterAll(() => system?.stop());

describe('an upkeep whose worker meets a fault', () => {
  const places: [string, Fault, calls: number][] = [
    ['before the call', { point: 'summarizeThread.before', action: 'kill' }, 1],
    ['after the call, before it is stored', { point: 'summarizeThread.answered', action: 'kill' }, 2],
    ['after it is stored', { point: 'summarizeThread.adopted', action: 'kill' }, 1],
    ['before the call, by its database', { point: 'summarizeThread.before', action: 'cut' }, 1],
    ['after the call, by its database', { point: 'summarizeThread.answered', action: 'cut' }, 2],
    ['after it is stored, by its database', { point: 'summarizeThread.adopted', action: 'cut' }, 1],
  ];

  test.each(places)('%s -> one summary, stored once, no turn delayed', async (_name, fault, calls) => {
    const first = await startWorkerProcess(system, fault);
    const conversation = system.client.conversation({ flow: 'chat', user: system.newUser() });
    const before = system.model.requests.filter(isSummaryRequest).length;
    await conversation.ask('one');
    await conversation.ask('two');
    await first.faulted;
    const second = await startWorkerProcess(system);
    expect((await conversation.ask('three')).text).toBe('fine');
    await expect
      .poll(async () => (await threadRow(system, conversation)).covers_through, POLLING)
      .toBeGreaterThan(3);
    const handle = system.temporal.workflow.getHandle(`${conversation.workflowId}/upkeep`);
    await handle.result();
    expect(await attempts(system, conversation)).toMatchObject([
      { status: 'adopted', way: 'summarize', input_tokens: 100 },
    ]);
    expect(system.model.requests.filter(isSummaryRequest)).toHaveLength(before + calls);
    first.kill();
    second.kill();
    await Promise.all([first.exited, second.exited]);
  });
});
