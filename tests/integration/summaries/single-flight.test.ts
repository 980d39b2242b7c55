import { describe, expect, test } from 'vitest';
import { eventTypes, payloadTexts, summarizeHistory } from '../../../packages/testing/history-summary.js';
import { gated } from '../../../packages/testing/model-server/index.js';
import { attempts, chatFlow, POLLING, useSummarySystem } from './fixtures/summary-harness.js';

const harness = useSummarySystem();
const { talk, settled } = harness;

describe('the upkeep Workflow', () => {
  test('many Signals while it works -> one summary at a time, and no more than are due', async () => {
    const conversation = harness.conversation();
    const slow = gated('[Topic: Talk]', ' Slowly.');
    harness.reply(slow);
    await talk(conversation, 2);
    await slow.started;
    const handle = harness.system.temporal.workflow.getHandle(`${conversation.workflowId}/upkeep`);
    const before = harness.requests().length;
    for (let signal = 0; signal < 10; signal += 1) await handle.signal('wake');
    expect(harness.requests()).toHaveLength(before);
    slow.release();
    await settled(conversation);
    expect(await attempts(harness.system, conversation)).toHaveLength(1);
    expect(harness.requests()).toHaveLength(before);
  });

  test('started by any client under the right id -> does the due work, once; under another id -> refused', async () => {
    const conversation = harness.conversation();
    await talk(conversation, 1);
    const [, flow = '', user = ''] = conversation.workflowId.split('/');
    const start = (workflowId: string) =>
      harness.system.temporal.workflow.start('upkeep', {
        workflowId,
        taskQueue: harness.system.taskQueue,
        args: [{ flow, user }],
      });
    await (await start(`${conversation.workflowId}/upkeep`)).result();
    expect(await attempts(harness.system, conversation)).toEqual([]);
    const forged = await start(`conversation/${flow}/somebody-else/upkeep`);
    await expect(forged.result()).rejects.toMatchObject({ cause: { type: 'Conversation.InvalidId' } });
  });

  test('a turn that leaves work -> three more events in the conversation beside Workflow Tasks, other turns none', async () => {
    const conversation = harness.conversation();
    const handle = harness.system.temporal.workflow.getHandle(conversation.workflowId);
    const events: number[] = [];
    for (let turn = 1; turn <= 5; turn += 1) {
      const before = turn === 1 ? 0 : (await summarizeHistory(handle)).events;
      await conversation.ask(`tell me of turn ${turn}`);
      await expect.poll(async () => openChildren(await eventTypes(handle)), POLLING).toBe(0);
      events.push((await summarizeHistory(handle)).events - before);
    }
    expect(events.slice(1)).toEqual([9, 6, 9, 6]);
    expect(count(await eventTypes(handle), 'START_CHILD_WORKFLOW_EXECUTION_INITIATED')).toBe(7);
  });

  test('the conversation signals while one runs -> signaled, not started again', async () => {
    const conversation = harness.conversation();
    const handle = harness.system.temporal.workflow.getHandle(conversation.workflowId);
    const slow = gated('[Topic: Talk]', ' Slowly.');
    harness.reply(slow);
    await talk(conversation, 2);
    await slow.started;
    await talk(conversation, 1);
    await expect
      .poll(async () => count(await eventTypes(handle), 'EXTERNAL_WORKFLOW_EXECUTION_SIGNALED'), POLLING)
      .toBe(1);
    const types = await eventTypes(handle);
    expect(count(types, 'START_CHILD_WORKFLOW_EXECUTION_INITIATED')).toBe(4);
    slow.release();
    await settled(conversation);
  });

  test('its history -> ids and counts only', async () => {
    await harness.register(chatFlow());
    const conversation = harness.conversation();
    await conversation.ask('the secret word is heliotrope');
    await conversation.ask('say heliotrope again');
    await settled(conversation);
    const handle = harness.system.temporal.workflow.getHandle(`${conversation.workflowId}/upkeep`);
    const texts = (await payloadTexts(handle)).join('\n');
    expect(texts).not.toContain('heliotrope');
    expect(texts).not.toContain('They talked');
    expect(count(await eventTypes(handle), 'ACTIVITY_TASK_SCHEDULED')).toBe(1);
  });

  test('the conversation is canceled -> its upkeep continues', async () => {
    const conversation = harness.conversation();
    const slow = gated('[Topic: Talk]', ' Slowly.');
    harness.reply(slow);
    await talk(conversation, 2);
    await slow.started;
    const handle = harness.system.temporal.workflow.getHandle(conversation.workflowId);
    await handle.cancel();
    await handle.result().catch(() => undefined);
    slow.release();
    await settled(conversation);
    expect(await attempts(harness.system, conversation)).toMatchObject([{ status: 'adopted' }]);
  });
});

function openChildren(types: readonly string[]): number {
  const turns = count(types, 'WORKFLOW_EXECUTION_UPDATE_ACCEPTED');
  const expected = turns + Math.floor(turns / 2) - count(types, 'CHILD_WORKFLOW_EXECUTION_COMPLETED');
  const tasks = count(types, 'WORKFLOW_TASK_SCHEDULED') - count(types, 'WORKFLOW_TASK_COMPLETED');
  return expected + tasks;
}

function count(types: readonly string[], type: string): number {
  return types.filter((one) => one === type).length;
}
