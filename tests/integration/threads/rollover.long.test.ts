import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { countUserRows, forgetUser, listUserWorkflowIds } from '../../../store/users/forget-user.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { startEarlyRollover, type EarlyRollover } from '../fixtures/early-rollover.js';

const TURNS = 12;
let rollover: EarlyRollover;
let system: TestSystem;

beforeAll(async () => {
  rollover = await startEarlyRollover(inject('environment'), { events: 60 });
  system = await startTestSystem(rollover.environment, {
    model: { script: (request) => text(`re: ${request.text}`) },
  });
});
afterAll(async () => {
  await system?.stop();
  await rollover?.stop();
});

describe('a sub-thread', () => {
  test('T7: through Continue-As-News and an idle end -> the same thread, nothing lost; deleted with its user', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'assistant', user });
    await conversation.ask('begin');
    const workflowId = `${conversation.workflowId}/thread/long`;
    const start = { flow: 'assistant', user, thread: 'long', anchor: { message: 1 }, idleTimeoutMs: 1_000 };
    const first = await system.temporal.workflow.start('conversation', {
      taskQueue: system.taskQueue,
      workflowId,
      args: [start],
    });
    for (let index = 0; index < TURNS; index += 1)
      await first.executeUpdate('submitTurn', { args: [{ text: `message ${index}`, turnId: `t${index}` }] });
    await first.result();
    const thread = conversation.thread('long');
    expect((await thread.ask('after its end')).text).toBe('re: after its end');
    const { messages } = await thread.history({ limit: 100 });
    expect(messages.filter(({ role }) => role === 'user').map(({ text: said }) => said)).toEqual([
      'after its end',
      ...Array.from({ length: TURNS }, (_, index) => `message ${index}`).reverse(),
    ]);
    expect(await conversation.threads()).toMatchObject({
      messages: 2,
      children: [{ threadId: 'long', messages: 2 * TURNS + 2, anchor: { text: 'begin' }, children: [] }],
    });
    const rows = await system.db
      .selectFrom('conversation')
      .select('id')
      .where('workflow_id', '=', workflowId)
      .execute();
    expect(rows).toHaveLength(1);
    let runs = 0;
    for await (const run of system.temporal.workflow.list({ query: `WorkflowId = '${workflowId}'` }))
      runs += run.workflowId === workflowId ? 1 : 0;
    expect(runs).toBeGreaterThan(2);
    expect((await listUserWorkflowIds(system.db, user)).conversations.sort()).toEqual([
      conversation.workflowId,
      workflowId,
    ]);
    expect(await countUserRows(system.db, user)).toMatchObject({ conversation: 2, turn: TURNS + 2 });
    await forgetUser(system.db, user, { actor: 'test', via: 'client' });
    expect(
      await system.db.selectFrom('conversation').select('id').where('user_id', '=', user).execute(),
    ).toEqual([]);
  });
});
