import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

describe('the Activities of an agent', () => {
  test('a try that waits for its pace or its turn, then works as long as it may -> within its timeout', async () => {
    system.model.reply(
      toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]),
      text('It is 42.'),
    );
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const { executionId } = await conversation.ask('What is 6*7?');
    const { events } = await system.temporal.workflow.getHandle(executionId).fetchHistory();
    const timeouts = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: activity }) =>
      activity ? [[activity.activityType?.name, Number(activity.startToCloseTimeout?.seconds)]] : [],
    );
    expect(timeouts).toEqual([
      ['callModel', 3_600],
      ['runTool', 3_600],
      ['callModel', 3_600],
    ]);
  });
});
