import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { answer, text, toolCalls } from '../../testing/model-server/index.js';
import {
  assertWithinBudget,
  eventTypes,
  historyGrowth,
  summarizeHistory,
} from '../../testing/history-summary.js';
import { startTestSystem, type TestSystem } from '../../testing/test-system.js';

const QUESTION = 'q'.repeat(110);
const ANSWER = 'a'.repeat(400);

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

describe('event budget', () => {
  test('a tool-less turn -> 15 events in the conversation, 14 in its execution, within 9 KB', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'assistant', user });
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    const costs: {
      conversation: { events: number; bytes: number };
      execution: { events: number; bytes: number };
    }[] = [];
    for (let turn = 1; turn <= 12; turn += 1) {
      const before = turn === 1 ? { events: 0, bytes: 0 } : await summarizeHistory(handle);
      system.model.reply(text(ANSWER));
      const { executionId } = await conversation.ask(QUESTION);
      const execution = system.temporal.workflow.getHandle(executionId);
      await execution.result();
      await settled(() => handle.query('status'));
      const after = await summarizeHistory(handle);
      costs.push({
        conversation: historyGrowth(before, after),
        execution: await summarizeHistory(execution),
      });
    }
    const fifth = costs[4]!;
    console.log(
      'turn 5',
      fifth,
      'turn 12',
      costs[11],
      await eventTypes(system.temporal.workflow.getHandle(conversation.workflowId)).then((types) =>
        types.slice(-15),
      ),
    );
    assertWithinBudget('turn 5 in the conversation', fifth.conversation, { events: 15 });
    assertWithinBudget('turn 5 in its execution', fifth.execution, { events: 15 });
    expect(fifth.conversation.bytes + fifth.execution.bytes).toBeLessThanOrEqual(9 * 1024);
  });

  test('a further step with one tool -> at most 13 events, 3 KB', async () => {
    const costs = [];
    for (const steps of [0, 1, 2]) {
      for (let step = 0; step < steps; step += 1)
        system.model.reply(toolCalls([{ name: 'current_time', arguments: {} }]));
      system.model.reply(text(ANSWER));
      const { executionId } = await system.client
        .conversation({ flow: 'assistant', user: system.newUser() })
        .ask(QUESTION);
      const execution = system.temporal.workflow.getHandle(executionId);
      await execution.result();
      costs.push(await summarizeHistory(execution));
    }
    const step = historyGrowth(costs[1]!, costs[2]!);
    console.log('further step', step);
    assertWithinBudget('a further step', step, { events: 13, bytes: 3 * 1024 });
  });
});

async function settled(status: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const { state } = (await status()) as { state: string };
    if (state === 'idle') return;
  }
}
void answer;
