import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../flow/default-flow.js';
import { ROLLOVER_EVENTS } from '../../protocol/limits.js';
import { text } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { eventTypes, payloadTexts } from '../../packages/testing/history-summary.js';

const TURNS = 18;

let system: TestSystem;
beforeAll(async () => {
  const flow = { ...assistantFlow(SCRIPTED_MODEL), history: { summaries: false as const } };
  const script = (request: { text: string }) => text(`answer to ${request.text}`);
  const keys = { current: 'k1', keys: { k1: randomBytes(32).toString('base64') } };
  system = await startTestSystem(inject('environment'), {
    flows: [flow],
    model: { script },
    encryption: { keys },
  });
});
afterAll(() => system?.stop());

describe('a conversation that grows', () => {
  test('more events than a deploy should replay -> continues as new between two turns, invisibly to clients; carried data is sealed', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'assistant', user });
    await system.temporal.workflow.start('conversation', {
      workflowId: conversation.workflowId,
      taskQueue: system.taskQueue,
      args: [{ flow: 'assistant', user }],
      memo: { ticket: 7 },
    });
    for (let turn = 1; turn <= TURNS; turn += 1) {
      const answer = await conversation.ask({ text: `question ${turn}`, turnId: `turn-${turn}` });
      expect(answer.text).toBe(`answer to question ${turn}`);
    }
    const { workflow } = system.temporal;
    const handle = workflow.getHandle(conversation.workflowId);
    const { runId, firstExecutionRunId } = await readRuns(handle);
    expect(runId).not.toBe(firstExecutionRunId);
    const first = workflow.getHandle(conversation.workflowId, firstExecutionRunId);
    const texts = (await Promise.all([first, handle].map(payloadTexts))).flat();
    expect(texts.length).toBeGreaterThan(TURNS);
    expect(texts.join('\n')).not.toMatch(/question|answer to/);
    const types = await eventTypes(first);
    expect(types.at(-1)).toBe('WORKFLOW_EXECUTION_CONTINUED_AS_NEW');
    expect(types.length).toBeGreaterThan(ROLLOVER_EVENTS);
    expect(types.length).toBeLessThan(ROLLOVER_EVENTS + 20);
    await expect.poll(() => conversation.status()).toMatchObject({ turns: TURNS });
    const memo = (await handle.describe()).memo as { before: { turns: number } };
    expect(memo).toEqual({
      ticket: 7,
      before: await usageOfTurns(conversation.workflowId, memo.before.turns),
    });
    const again = await conversation.ask({ text: 'question 2', turnId: 'turn-2' });
    expect(again.text).toBe('answer to question 2');
  });
});

async function usageOfTurns(workflowId: string, turns: number): Promise<Record<string, number>> {
  const first = (await system.client.executions.tree(workflowId)).slice(0, turns);
  const sum = (read: (turn: (typeof first)[number]) => number): number =>
    first.reduce((total, turn) => total + read(turn), 0);
  return {
    turns: first.length,
    inputTokens: sum((turn) => turn.inputTokens),
    outputTokens: sum((turn) => turn.outputTokens),
    unpricedCalls: sum((turn) => turn.unpricedCalls),
  };
}

async function readRuns(handle: ReturnType<TestSystem['temporal']['workflow']['getHandle']>) {
  const { events } = await handle.fetchHistory();
  const started = events?.[0]?.workflowExecutionStartedEventAttributes;
  return {
    runId: started?.originalExecutionRunId ?? '',
    firstExecutionRunId: started?.firstExecutionRunId ?? '',
  };
}
