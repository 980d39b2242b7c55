import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createAwaitExecution } from '../../activities/conversation/await-execution.js';
import type { ActivityDependencies } from '../../activities/dependencies.js';
import { gated } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { createDescribeWorkflow } from '../../worker/describe-workflow.js';

const POLLS = 12;
const FIRST_PAUSE_MS = 250;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

describe('awaitExecution', () => {
  test('a turn that runs for seconds -> far fewer polls than with a constant pause', async () => {
    const running = gated('one ', 'two');
    system.model.reply(running);
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const { turnId } = await conversation.submit('Hello');
    await running.started;

    const describeWorkflow = createDescribeWorkflow(system.temporal);
    const polledAt: number[] = [];
    const dependencies = {
      db: system.db,
      timing: { heartbeatMs: 1_000 },
      describeWorkflow(workflowId: string) {
        polledAt.push(performance.now());
        return describeWorkflow(workflowId);
      },
    } as unknown as ActivityDependencies;
    const environment = new MockActivityEnvironment({
      workflowExecution: { workflowId: conversation.workflowId, runId: 'earlier' },
    });
    const waited = environment.run(createAwaitExecution(dependencies), { turnId });
    waited.catch(() => undefined);
    await expect.poll(() => polledAt.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(POLLS);
    environment.cancel();
    await expect(waited).rejects.toThrow();

    const elapsedMs = (polledAt[POLLS - 1] ?? 0) - (polledAt[0] ?? 0);
    expect(POLLS).toBeLessThan(0.75 * (elapsedMs / FIRST_PAUSE_MS));
    running.release();
    expect((await conversation.ask({ text: 'Hello', turnId })).text).toBe('one two');
  }, 90_000);
});
