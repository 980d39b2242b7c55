import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { eventTypes } from '../../../packages/testing/history-summary.js';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import type { TestSystem } from '../../../packages/testing/test-system.js';
import { begun, lastRequests, startQueueSystem } from './fixtures.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startQueueSystem();
});
afterAll(() => system?.stop());

describe('pushStep', () => {
  test('the same id twice -> one step', async () => {
    const running = gated('a', 'b');
    system.model.reply(running, text('once'));
    const { executionId, turnId, conversation } = await begun(system, { flow: 'plain', running });
    const step = { text: 'More.', id: 'one' };
    expect(await system.client.executions.pushStep(executionId, step)).toEqual(
      await system.client.executions.pushStep(executionId, step),
    );
    running.release();
    expect(await conversation.ask({ text: 'hi', turnId })).toMatchObject({ text: 'ab' });
    expect((await conversation.history()).messages.map(({ text: said }) => said)).toEqual([
      'once',
      'More.',
      'ab',
      'hi',
    ]);
  });

  test('invalid inputs -> refused, and nothing is in the history', async () => {
    const running = gated('a', 'b');
    system.model.reply(running);
    const { executionId, turnId, conversation } = await begun(system, { flow: 'plain', running });
    const handle = system.temporal.workflow.getHandle(executionId);
    const wrong = [
      undefined,
      null,
      'text',
      {},
      { text: 7 },
      { text: '' },
      { text: ' \n\u0000' },
      { text: 'x'.repeat(4_001) },
      { text: 'x', nodeId: 7 },
      { text: 'x', iteration: {} },
    ];
    for (const input of wrong)
      await expect(handle.executeUpdate('pushStep', { args: [input] })).rejects.toMatchObject({
        cause: { type: 'Execution.InvalidStep' },
      });
    await expect(push(executionId, 'x', 'chat')).rejects.toMatchObject({
      type: 'Execution.NotRunning',
      message: "Node 'chat' is not a running agent",
    });
    // A slow server keeps the Workflow Task of a rejected Update, but never the Update.
    expect(await eventTypes(handle)).not.toContain('WORKFLOW_EXECUTION_UPDATE_ACCEPTED');
    expect(await push(executionId, 'x'.repeat(4_000))).toMatchObject({ accepted: true });
    await conversation.cancel(turnId);
  });

  test('after its end, and to an unknown execution -> refused', async () => {
    system.model.reply(text('ok'));
    const { executionId } = await system.client
      .conversation({ flow: 'plain', user: system.newUser() })
      .ask('hi');
    await expect(push(executionId, 'x')).rejects.toMatchObject({ type: 'Execution.NotRunning' });
    await expect(push('execution/plain/none', 'x')).rejects.toMatchObject({ type: 'Client.NotFound' });
    await expect(push(executionId, 'x')).rejects.toBeInstanceOf(ThreadlineError);
  });

  test('while post steps run -> refused: the main loop is over', async () => {
    const cleaning = gated('a', 'b');
    system.model.reply(text('ok'), cleaning);
    const { executionId, turnId, conversation } = await begun(system, { flow: 'failing', running: cleaning });
    await expect(push(executionId, 'x')).rejects.toMatchObject({
      type: 'Execution.NotRunning',
      message: "Node 'agent' accepts no more steps, because its main loop has ended",
    });
    cleaning.release();
    expect(await conversation.ask({ text: 'hi', turnId })).toMatchObject({ text: 'ok' });
  });

  test('several agents are at work -> one must be named', async () => {
    const [one, two] = [gated('a', 'b'), gated('c', 'd')];
    system.model.reply(one, two, text('more'));
    const { executionId, result } = await system.client.executions.start({
      flow: 'side-by-side',
      text: 'hi',
    });
    await Promise.all([one.started, two.started]);
    await expect(push(executionId, 'x')).rejects.toMatchObject({
      type: 'Execution.SeveralRunning',
      message: "Several agents are running: name one of 'left', 'right'",
    });
    expect(await push(executionId, 'x', 'right')).toMatchObject({ accepted: true, nodeId: 'right' });
    expect(
      (await system.client.executions.queues(executionId)).map(({ nodeId, todo }) => [nodeId, todo]),
    ).toEqual([
      ['left', 0],
      ['right', 1],
    ]);
    one.release();
    two.release();
    await result();
    expect(lastRequests(system, 1)[0]!.text).toBe('x');
  });
});

function push(executionId: string, said: string, nodeId?: string) {
  return system.client.executions.pushStep(executionId, {
    text: said,
    ...(nodeId !== undefined && { nodeId }),
  });
}
