import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import type { ApplicationFailure } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../../client/connect.js';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

async function talked(question = 'What is Temporal?', answer = 'A durable execution system.') {
  const user = system.newUser();
  const conversation = system.client.conversation({ flow: 'assistant', user });
  system.model.reply(text(answer));
  await conversation.ask(question);
  return { user, conversation, workflowId: `conversation/assistant/${user}` };
}

function typed(type: string, words: RegExp | string = '') {
  return expect.objectContaining({ type, message: expect.stringMatching(words) });
}

function rawAsk(input: object, workflowId: string) {
  const start = { taskQueue: system.taskQueue, workflowId, args: [input] };
  return system.temporal.workflow
    .start('conversation', start)
    .then((handle) => handle.executeUpdate('ask', { args: [{ text: 'by Temporal alone' }] }));
}

async function refusalOf(work: Promise<unknown>): Promise<ApplicationFailure> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(WorkflowUpdateFailedError);
  return (error as WorkflowUpdateFailedError).cause as ApplicationFailure;
}

describe('a sub-thread', () => {
  test('opened by the client -> runs in its own Workflow; the conversation has none of it', async () => {
    const { conversation, workflowId } = await talked();
    const thread = await conversation.openThread({ message: 2, start: 2, end: 9, id: 'a b' });
    expect(thread.workflowId).toBe(`${workflowId}/thread/a%20b`);
    system.model.reply(text('It means that it survives.'));
    const asked = await thread.ask('Durable?');
    expect(asked).toMatchObject({
      text: 'It means that it survives.',
      executionId: `${thread.workflowId}/turn/${asked.turnId}`,
    });
    const { messages } = await thread.history();
    expect(messages.map(({ text: said }) => said)).toEqual(['It means that it survives.', 'Durable?']);
    expect((await conversation.history()).messages).toHaveLength(2);
    expect((await system.client.executions.explain(thread.workflowId)).length).toBe(1);
    expect((await system.client.executions.tree(thread.workflowId)).length).toBe(1);
  });

  test('every feature of a conversation -> available in a thread', async () => {
    const { conversation } = await talked();
    const thread = await conversation.openThread({ message: 1 });
    const running = gated('slow ', 'answer');
    system.model.reply(running);
    const { turnId } = await thread.submit('one');
    await running.started;
    expect(await thread.status()).toMatchObject({ state: 'running' });
    const queued = await thread.submit('two');
    expect(await thread.cancel(queued.turnId)).toMatchObject({ status: 'cancelled' });
    running.release();
    const events = [];
    for await (const event of thread.stream(turnId)) events.push(event.type);
    expect(events.at(-1)).toBe('done');
    await thread.clear();
    system.model.reply(text('fresh'));
    await thread.ask('three');
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).not.toContain('slow answer');
    await thread.close();
    await system.temporal.workflow.getHandle(thread.workflowId).result();
    system.model.reply(text('anew'));
    await thread.ask('four');
    expect((await thread.history()).messages).toHaveLength(2);
    const [child] = (await conversation.threads()).children;
    expect(child).toMatchObject({ anchor: { message: 1 }, messages: 2, isOpen: true, children: [] });
  });

  test('started with Temporal alone, with its anchor -> created with its first message; once', async () => {
    const { user, conversation, workflowId } = await talked();
    const input = { flow: 'assistant', user, thread: 'raw', anchor: { message: 2, start: 2, end: 9 } };
    system.model.reply(text('heard'));
    expect(await rawAsk(input, `${workflowId}/thread/raw`)).toMatchObject({ text: 'heard' });
    const nested = { flow: 'assistant', user, thread: 'in', anchor: { thread: 'raw', message: 1 } };
    system.model.reply(text('heard too'));
    await rawAsk(nested, `${workflowId}/thread/in`);
    const tree = await conversation.threads();
    expect(tree.children).toMatchObject([
      {
        threadId: 'raw',
        depth: 1,
        anchor: { message: 2, role: 'assistant', start: 2, end: 9, text: 'durable' },
        children: [{ threadId: 'in', depth: 2, anchor: { message: 1, text: 'by Temporal alone' } }],
      },
    ]);
    expect((await conversation.thread('raw').history()).messages).toHaveLength(2);
    await conversation.openThread({ message: 2, start: 2, end: 9, id: 'raw' });
    await expect(conversation.openThread({ message: 1, id: 'raw' })).rejects.toEqual(
      typed('Conversation.InvalidAnchor', /open on another text of message 2/),
    );
  });

  test('D25: without a row and an anchor -> not found, for any client; no row is made', async () => {
    const { user, conversation, workflowId } = await talked();
    const thread = conversation.thread('nope');
    await expect(thread.ask('hi')).rejects.toEqual(
      typed('Conversation.UnknownThread', `Thread '${workflowId}/thread/nope' not found`),
    );
    await expect(thread.history()).rejects.toEqual(typed('Conversation.UnknownThread', /not found/));
    await expect(thread.threads()).rejects.toEqual(typed('Conversation.UnknownThread', /not found/));
    await expect(thread.flatten()).rejects.toEqual(typed('Conversation.UnknownThread', /not found/));
    await expect(thread.rename('x')).rejects.toEqual(typed('Conversation.UnknownThread', /not found/));
    await expect(thread.openThread({ message: 1 })).rejects.toEqual(
      typed('Conversation.UnknownThread', /the parent of the thread, was not found/),
    );
    const raw = await refusalOf(
      rawAsk({ flow: 'assistant', user, thread: 'raw' }, `${workflowId}/thread/raw`),
    );
    expect(raw.type).toBe('Conversation.UnknownThread');
    expect((await conversation.threads()).children).toEqual([]);
  });

  test.each([
    [{ message: 3 }, /Message 3 of '.+' was not found: the thread has 2/],
    [{ message: 2, start: 2, end: 900 }, /Offsets 2 to 900 are not within message 2, which has 27 UTF-16/],
    [{ message: 2, start: 27 }, /Offsets 27 to 27 are not within/],
    [{ message: 0 }, /position in the thread, from 1, not 0/],
    [{ message: 1.5 }, /from 1, not 1.5/],
    [{ message: 1, start: 5, end: 5 }, /end 5 is not after its start 5/],
    [{ message: 1, start: -1 }, /start must be a whole number of UTF-16 units from 0, not -1/],
  ])(
    'an anchor that does not exist, %j -> refused with the numbers, for any client',
    async (anchor, words) => {
      const { user, conversation, workflowId } = await talked();
      await expect(conversation.openThread(anchor)).rejects.toEqual(
        typed('Conversation.InvalidAnchor', words),
      );
      const id = `${workflowId}/thread/raw`;
      const work = rawAsk({ flow: 'assistant', user, thread: 'raw', anchor }, id);
      await work.catch(() => undefined);
      await expect(system.temporal.workflow.getHandle(id).result()).rejects.toMatchObject({
        cause: { type: 'Conversation.InvalidAnchor', message: expect.stringMatching(words) },
      });
    },
  );

  test('an anchor that is itself, a forged text, an anchor without a thread -> refused', async () => {
    const { user, workflowId } = await talked();
    for (const [input, words] of [
      [{ thread: 't', anchor: { thread: 't', message: 1 } }, /cannot be anchored to itself/],
      [{ thread: 't', anchor: { message: 1, text: 'mine' } }, /unknown field 'text'/],
      [{ thread: 't', anchor: { thread: '', message: 1 } }, /Thread id '' is empty/],
      [{ thread: 't', anchor: [1] }, /is an object like/],
      [{ anchor: { message: 1 } }, /Only a thread has an anchor/],
    ] as const) {
      const id = 'thread' in input ? `${workflowId}/thread/t` : workflowId;
      await system.temporal.workflow
        .getHandle(id)
        .terminate()
        .catch(() => undefined);
      const handle = await system.temporal.workflow.start('conversation', {
        taskQueue: system.taskQueue,
        workflowId: id,
        args: [{ flow: 'assistant', user, ...input }],
      });
      await expect(handle.result()).rejects.toMatchObject({
        cause: { type: 'Conversation.InvalidAnchor', message: expect.stringMatching(words) },
      });
    }
  });

  test('a made-up id -> cannot write in another thread', async () => {
    const { user, workflowId } = await talked();
    const handle = await system.temporal.workflow.start('conversation', {
      taskQueue: system.taskQueue,
      workflowId: `${workflowId}/thread/other`,
      args: [{ flow: 'assistant', user, thread: 'mine' }],
    });
    await expect(handle.result()).rejects.toMatchObject({
      cause: { type: 'Conversation.InvalidId', message: expect.stringContaining('/thread/mine') },
    });
  });

  test("T28: another user's thread -> does not exist for a scoped client", async () => {
    const { user, conversation } = await talked();
    const thread = await conversation.openThread({ message: 1, id: 'secret' });
    const scoped = await connect({
      temporal: { address: system.environment.temporalAddress },
      databaseUrl: system.databaseUrl,
      taskQueue: system.taskQueue,
      user: system.newUser('eve'),
    });
    try {
      expect(() => scoped.conversation({ flow: 'assistant', user, thread: 'secret' })).toThrow(
        /does not exist/,
      );
      await expect(scoped.executions.explain(thread.workflowId)).rejects.toEqual(typed('Client.NotFound'));
      await expect(scoped.executions.tree(thread.workflowId)).rejects.toEqual(typed('Client.NotFound'));
    } finally {
      await scoped.close();
    }
  });
});

describe('deleteThread', () => {
  test('with threads below it, one running -> Workflows and rows are deleted, siblings and parents stay', async () => {
    const { conversation } = await talked();
    const [one, sibling] = await Promise.all([
      conversation.openThread({ message: 1, id: 'one' }),
      conversation.openThread({ message: 2, id: 'sibling' }),
    ]);
    await answered(one, 'in one');
    await answered(sibling, 'in sibling');
    const two = await one.openThread({ message: 2, id: 'two' });
    const running = gated('never ', 'ends');
    system.model.reply(running);
    const { executionId } = await two.submit('deep');
    await running.started;
    const deleted = await conversation.deleteThread('one');
    running.release();
    expect(deleted).toMatchObject({ threads: 2, turns: 2, messages: 3, executions: 2 });
    expect(deleted.workflowRuns).toBeGreaterThanOrEqual(3);
    await expect(conversation.deleteThread('one')).rejects.toEqual(typed('Conversation.UnknownThread'));
    const tree = await conversation.threads();
    expect(tree).toMatchObject({ messages: 2, children: [{ threadId: 'sibling', messages: 2 }] });
    const rows = await system.db
      .selectFrom('execution')
      .select('id')
      .where('workflow_id', 'like', `${two.workflowId}%`)
      .execute();
    expect(rows).toEqual([]);
    for (const id of [two.workflowId, executionId]) await expect.poll(() => isGone(id)).toBe(true);
    await expect(two.ask('hello?')).rejects.toEqual(typed('Conversation.UnknownThread'));
    await expect(conversation.deleteThread('never')).rejects.toEqual(typed('Conversation.UnknownThread'));
  });

  async function isGone(id: string): Promise<boolean> {
    try {
      return (await system.temporal.workflow.getHandle(id).describe()).status.name !== 'RUNNING';
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return true;
      throw error;
    }
  }
});

describe('a parent', () => {
  test('closed and started again -> its threads can still be read and used, and are distinguished', async () => {
    const { conversation } = await talked();
    const thread = await conversation.openThread({ message: 1, id: 'old' });
    await answered(thread, 'before');
    await conversation.close();
    await system.temporal.workflow.getHandle(conversation.workflowId).result();
    await answered(conversation, 'a new beginning');
    await answered(thread, 'after');
    expect((await thread.history()).messages).toHaveLength(4);
    expect(await conversation.threads()).toMatchObject({
      messages: 2,
      children: [{ threadId: 'old', isEarlier: true, messages: 4, anchor: { text: 'What is Temporal?' } }],
    });
    expect(await conversation.flatten()).toHaveLength(2);
  });

  test('D28: whose row is deleted -> the turn is answered, and nothing is dropped', async () => {
    const { conversation } = await talked();
    const one = await conversation.openThread({ message: 1, id: 'one' });
    await answered(one, 'in one');
    const two = await one.openThread({ message: 1, id: 'two' });
    const row = await system.db
      .deleteFrom('conversation')
      .where('workflow_id', '=', one.workflowId)
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(row.id).toBeGreaterThan(0);
    await answered(two, 'still here');
    expect(await conversation.threads()).toMatchObject({
      children: [{ threadId: 'two', anchor: null, messages: 2, depth: 2 }],
    });
    const flat = await conversation.flatten();
    expect(flat.map(({ threadId }) => threadId)).toEqual([null, null, 'two', 'two']);
  });
});

async function answered(conversation: ConversationHandle, question: string): Promise<void> {
  system.model.reply(text(`re: ${question} ${randomUUID()}`));
  await conversation.ask(question);
}
