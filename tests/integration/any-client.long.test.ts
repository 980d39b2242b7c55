import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { requireFlow } from '../../cli/system/require-flow.js';
import { payloadTexts } from '../../packages/testing/history-summary.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { conversationWorkflowId, turnWorkflowId } from '../../protocol/ids.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

function rawStart(user: string, input: object = {}, workflowId = `conversation/assistant/${user}`) {
  return system.temporal.workflow.start('conversation', {
    taskQueue: system.taskQueue,
    workflowId,
    args: [{ flow: 'assistant', user, ...input }],
  });
}

describe('any Temporal client', () => {
  test('signal, ask and status by name -> same result as with our client; the answer is in the history once', async () => {
    const user = system.newUser();
    const handle = await rawStart(user);
    const word = randomUUID();
    system.model.reply(text('first'), text(`${'long '.repeat(60)}${word}`));
    await handle.signal('postTurn', { text: 'by signal' });
    const result = await handle.executeUpdate<{ text: string }, [object]>('ask', {
      args: [{ text: 'by ask' }],
    });
    expect(result.text).toBe(`${'long '.repeat(60)}${word}`);
    expect((await payloadTexts(handle)).join('\n').split(word)).toHaveLength(2);
    expect(((await handle.query('status')) as { turns: number }).turns).toBe(2);
  });

  test.each([
    ['blank', { text: ' \n\t' }, /empty/],
    ['only NUL', { text: '\u0000' }, /empty/],
    ['nothing', {}, /needs a 'text'/],
    ['not a string', { text: 5 }, /string, not number/],
    ['a turn id of 65 bytes', { text: 'x', turnId: 'a'.repeat(65) }, /65 bytes/],
    ['one byte over 64 KB', { text: 'x'.repeat(65_535) }, /65537 bytes.*65536/],
    ['a forged reference', { textRef: '../../etc/passwd' }, /not a UUID/],
  ])('%s -> Conversation.InvalidTurn with the reason, nothing stored', async (_name, input, message) => {
    const handle = await rawStart(system.newUser());
    const error: unknown = await handle
      .executeUpdate('submitTurn', { args: [input] })
      .catch((reason: unknown) => reason);
    expect(failureType(error)).toBe('Conversation.InvalidTurn');
    expect((error as Error).cause).toMatchObject({ message: expect.stringMatching(message) });
    await handle.signal('postTurn', input);
    expect(((await handle.query('status')) as { refused: { count: number } }).refused.count).toBe(1);
    expect((await handle.fetchHistory()).events!.filter((event) => event.eventType === 41)).toHaveLength(0);
  });

  test("a reference to another user's text -> refused, the text stays", async () => {
    const { id } = await system.db
      .insertInto('stored_text')
      .values({ workflow_id: 'conversation/assistant/victim', content: 'secret' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const handle = await rawStart(system.newUser());
    const error: unknown = await handle
      .executeUpdate('ask', { args: [{ textRef: id }] })
      .catch((reason: unknown) => reason);
    expect(failureType(error)).toBe('Conversation.InvalidTurn');
    expect(
      await system.db.selectFrom('stored_text').select('id').where('id', '=', id).execute(),
    ).toHaveLength(1);
  });

  test('an unknown flow -> Conversation.UnknownFlow with the known ones, nothing stored', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'nope', user });
    await expect(conversation.submit('hi')).rejects.toMatchObject({
      type: 'Conversation.UnknownFlow',
      message: expect.stringContaining('assistant'),
    });
    await expect(requireFlow('nope', system)).rejects.toThrow(
      "Flow 'nope' is not known; known flows: assistant",
    );
    await requireFlow('assistant', system);
    expect(
      await system.db.selectFrom('conversation').select('id').where('user_id', '=', user).execute(),
    ).toHaveLength(0);
  });

  test.each([
    [
      'another user',
      (user: string) => ({ id: `conversation/assistant/${user}x`, input: { flow: 'assistant', user } }),
    ],
    [
      'a slash not encoded',
      (user: string) => ({
        id: `conversation/assistant/${user}/c`,
        input: { flow: 'assistant', user: `${user}/c` },
      }),
    ],
    ['no user', (user: string) => ({ id: `conversation/assistant/${user}`, input: { flow: 'assistant' } })],
    [
      'a control character',
      (user: string) => ({
        id: `conversation/assistant/${user}`,
        input: { flow: 'assistant', user: 'a\u0007' },
      }),
    ],
  ])('a conversation under a made-up id: %s -> fails at once', async (_name, make) => {
    const { id, input } = make(system.newUser());
    const handle = await system.temporal.workflow.start('conversation', {
      taskQueue: system.taskQueue,
      workflowId: id,
      args: [input],
    });
    await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'Conversation.InvalidId' } });
  });

  test("an execution under a turn's id, started by a stranger -> fails, the turn is untouched", async () => {
    const user = system.newUser();
    const conversationId = conversationWorkflowId({ flow: 'assistant', user });
    const handle = await system.temporal.workflow.start('execution', {
      taskQueue: system.taskQueue,
      workflowId: turnWorkflowId(conversationId, 't1'),
      args: [{ flow: 'assistant', user, turnId: 't1' }],
    });
    await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'Conversation.InvalidId' } });
  });

  test('an execution outside a conversation -> runs the flow; two starts with one id -> one run', async () => {
    system.model.reply(text('outside'));
    const input = { flow: 'assistant', text: 'hi', id: randomUUID() };
    const first = await system.client.executions.start(input);
    expect(await first.result()).toBe('outside');
    const again = await system.client.executions.start(input);
    expect(await again.result()).toBe('outside');
    expect(await system.client.executions.get(first.executionId)).toMatchObject({
      status: 'completed',
      modelCalls: 1,
      answer: 'outside',
    });
  });
});

describe('signals before the first Workflow Task', () => {
  test('post, clear, post, post -> processed in the order they were sent', async () => {
    const other = await startTestSystem(inject('environment'), { withoutWorker: true });
    try {
      const user = other.newUser();
      const handle = await other.temporal.workflow.start('conversation', {
        taskQueue: other.taskQueue,
        workflowId: `conversation/assistant/${user}`,
        args: [{ flow: 'assistant', user }],
      });
      other.model.reply(text('1'), text('2'), text('3'));
      await handle.signal('postTurn', { text: 'before', turnId: 'a' });
      await handle.signal('clear');
      await handle.signal('postTurn', { text: 'after', turnId: 'b' });
      await handle.signal('postTurn', { text: 'last', turnId: 'c' });
      await other.startWorker();
      await other.client.conversation({ flow: 'assistant', user }).ask({ text: 'last', turnId: 'c' });
      const sent = other.model.requests.map((request) =>
        request.messages.map((message) => String(message.content)).slice(1),
      );
      expect(sent).toEqual([['before'], ['after'], ['after', '2', 'last']]);
    } finally {
      await other.stop();
    }
  });
});

function failureType(error: unknown): string | null | undefined {
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure)
    return error.cause.type;
  return undefined;
}
