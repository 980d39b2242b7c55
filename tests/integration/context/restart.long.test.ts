import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { offeredTools, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { startWorkerProcess } from '../../../packages/testing/worker-process.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { modelCalls } from './fixtures/rows.js';

const USAGE = { inputTokens: 100, outputTokens: 10 };

let system: TestSystem;
beforeAll(async () => {
  const budget = { tokens: 1_000_000 };
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'looping', tools: ['calculate'], budget })],
    model: {
      script: (request) =>
        offeredTools(request).length === 0
          ? text('forced', { usage: USAGE })
          : toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }], { usage: USAGE }),
    },
    withoutWorker: true,
  });
});
afterAll(() => system?.stop());

describe('a worker killed after two identical calls, with a reservation open', () => {
  test('H68: the next worker still detects the loop; nothing stays reserved, only actual usage is spent', async () => {
    const first = await startWorkerProcess(system, { point: 'callModel.answered', action: 'kill', nth: 3 });
    const conversation = system.client.conversation({ flow: 'looping', user: system.newUser() });
    const { turnId, executionId } = await conversation.submit('Go.');
    await first.faulted;
    const reserved = await system.db.selectFrom('budget_reservation').select('step').execute();
    expect(reserved).toEqual([{ step: 3 }]);
    await system.startWorker();
    expect((await conversation.ask({ text: 'Go.', turnId })).text).toBe('forced');
    const calls = await modelCalls(system, executionId);
    expect(calls.map(({ guard, attempt }) => [guard, attempt])).toEqual([
      [null, 1],
      [null, 1],
      [null, 2],
      ['nudge', 1],
      ['nudge', 1],
      ['forced', 1],
    ]);
    expect(await system.db.selectFrom('budget_reservation').select('step').execute()).toEqual([]);
    expect(await system.client.executions.get(executionId)).toMatchObject({
      budget: { tokens: { spent: 660, reserved: 0 } },
      inputTokens: 600,
      outputTokens: 60,
    });
    expect(system.model.requests).toHaveLength(7);
    await first.exited;
  });
});
