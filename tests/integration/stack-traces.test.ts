import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

describe('stack traces of Workflows', () => {
  test('an error -> places in the sources', async () => {
    const handle = await start({ workflowId: `no-conversation/${system.newUser()}` });
    await expect(handle.result()).rejects.toThrow();
    const { events } = await handle.fetchHistory();
    const failed = events?.at(-1)?.workflowExecutionFailedEventAttributes;
    expect(failed?.failure?.stackTrace).toMatch(
      /at checkWorkflowId \(.*workflows\/check-workflow-id\.ts:\d+/,
    );
  });

  test('promises -> a sentence instead, because they cost a quarter of a replay', async () => {
    const user = system.newUser();
    const handle = await start({ workflowId: `conversation/assistant/${user}`, user });
    expect(await handle.query('__stack_trace')).toMatch(/keep no stack traces.* the Query 'status' show/);
  });
});

function start({ workflowId, user = 'ada' }: { workflowId: string; user?: string }) {
  return system.temporal.workflow.start('conversation', {
    taskQueue: system.taskQueue,
    workflowId,
    args: [{ flow: 'assistant', user }],
  });
}
