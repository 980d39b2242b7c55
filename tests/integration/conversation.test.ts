import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../client/connect.js';
import { payloadTexts } from '../../testing/history-summary.js';
import { gated, text } from '../../testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../testing/test-system.js';
import { conversationWorkflowId, turnWorkflowId } from '../../workflows/ids.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

function conversationOf(user = system.newUser(), channel?: string) {
  return system.client.conversation({ flow: 'assistant', user, ...(channel !== undefined && { channel }) });
}

/** What a Temporal client of any language does: names and JSON, nothing of ours. */
function rawStart(user: string, input: object = {}, workflowId = `conversation/assistant/${user}`) {
  return system.temporal.workflow.start('conversation', {
    taskQueue: system.taskQueue,
    workflowId,
    args: [{ flow: 'assistant', user, ...input }],
  });
}

function lastRequestTexts(): string[] {
  return system.model.requests.at(-1)!.messages.map((message) => String(message.content));
}

describe('conversation', () => {
  test('P52 P65: other users and channels -> threads of their own, nothing leaks', async () => {
    const user = system.newUser();
    system.model.reply(text('one'), text('two'), text('three'));
    await conversationOf(user).ask('secret of the plain thread');
    await conversationOf(user, '77').ask('hello from 77');
    expect(lastRequestTexts().join()).not.toContain('secret');
    await conversationOf().ask('hello from somebody else');
    expect(lastRequestTexts().join()).not.toContain('secret');
    expect((await conversationOf(user).history()).messages).toHaveLength(2);
    expect((await conversationOf(user, '77').history()).messages).toHaveLength(2);
  });

  test('P53 T4: two first messages at once -> one conversation, both answered in order, nothing interleaved', async () => {
    const conversation = conversationOf();
    system.model.reply(text('first answer'), text('second answer'));
    await Promise.all([conversation.ask('first'), conversation.ask('second')]);
    const { messages } = await conversation.history();
    expect(messages.map((message) => message.role)).toEqual(['assistant', 'user', 'assistant', 'user']);
    expect(messages.map((message) => message.text).reverse()[1]).toBe('first answer');
    const rows = await system.db
      .selectFrom('conversation')
      .select('id')
      .where('workflow_id', '=', conversation.workflowId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('T5: the same turn id sent twice, at once and later -> one turn, the same answer', async () => {
    const conversation = conversationOf();
    system.model.reply(text('only once'));
    const turnId = 'turn-1';
    const answers = await Promise.all([1, 2, 3].map(() => conversation.ask({ text: 'hi', turnId })));
    answers.push(await conversation.ask({ text: 'other words', turnId }));
    expect(new Set(answers.map((answer) => answer.text))).toEqual(new Set(['only once']));
    expect((await conversation.history()).messages).toHaveLength(2);
  });

  test('T5: the same turn id after the conversation was terminated -> the stored answer, no second turn', async () => {
    const conversation = conversationOf();
    system.model.reply(text('once'));
    await conversation.ask({ text: 'hi', turnId: 't' });
    await system.temporal.workflow.getHandle(conversation.workflowId).terminate();
    expect((await conversation.ask({ text: 'hi', turnId: 't' })).text).toBe('once');
  });

  test('P62: cleared -> fresh context, nothing deleted; it takes its place in the queue', async () => {
    const conversation = conversationOf();
    const running = gated('answer ', 'before');
    system.model.reply(running, text('after'));
    const { turnId } = await conversation.submit('before the clear');
    await running.started;
    const cleared = await conversation.clear();
    expect(cleared.position).toBe(1);
    const after = conversation.ask('after the clear');
    running.release();
    expect((await after).text).toBe('after');
    expect(lastRequestTexts().join()).not.toContain('before');
    const { messages } = await conversation.history();
    expect(messages).toHaveLength(4);
    expect(messages.at(-1)).toMatchObject({ turnId, text: 'before the clear' });
  });

  test('P64: history in pages, newest first -> every message once; a bad cursor -> typed error', async () => {
    const conversation = conversationOf();
    for (const word of ['a', 'b', 'c']) {
      system.model.reply(text(`re ${word}`));
      await conversation.ask(word);
    }
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const page = await conversation.history({ limit: 4, ...(before !== null && { before }) });
      seen.push(...page.messages.map((message) => message.text));
      before = page.next;
    } while (before !== null);
    expect(seen).toEqual(['re c', 'c', 're b', 'b', 're a', 'a']);
    for (const bad of ['x', '', '-1', '1; drop table turn', '99999999999999'])
      await expect(conversation.history({ before: bad })).rejects.toMatchObject({
        type: 'Client.InvalidCursor',
      });
  });

  test('P55: 20 messages of 2,000 tokens -> only as many as fit 16,000 are sent, beginning with a user message', async () => {
    const conversation = conversationOf();
    const long = 'word '.repeat(1_985);
    for (let turn = 0; turn < 6; turn += 1) {
      system.model.reply(text(long));
      await conversation.ask(long);
    }
    system.model.reply(text('ok'));
    await conversation.ask('now');
    const roles = system.model.requests.at(-1)!.messages.map((message) => message.role);
    expect(roles.slice(0, 2)).toEqual(['system', 'user']);
    expect(roles).toHaveLength(1 + 8 + 1);
  });

  test('T28: another user -> does not exist: no history, no stream, no executions', async () => {
    const ada = system.newUser();
    system.model.reply(text('for ada'));
    const { turnId, executionId } = await conversationOf(ada).ask('private');
    const options = {
      temporal: { address: system.environment.temporalAddress },
      databaseUrl: system.databaseUrl,
      taskQueue: system.taskQueue,
    };
    const bob = await connect({ ...options, user: 'bob' });
    try {
      expect(() => bob.conversation({ flow: 'assistant', user: ada })).toThrow(/no such conversation/);
      await expect(bob.executions.get(executionId)).rejects.toMatchObject({ type: 'Client.NotFound' });
      await expect(bob.executions.tree(executionId)).rejects.toMatchObject({ type: 'Client.NotFound' });
      await expect(
        bob.executions.tree(conversationWorkflowId({ flow: 'assistant', user: ada })),
      ).rejects.toMatchObject({ type: 'Client.NotFound' });
      await expect(bob.executions.cancel(executionId)).rejects.toMatchObject({ type: 'Client.NotFound' });
      expect(await bob.executions.list({ user: ada })).toEqual([]);
      await expect(
        bob.conversation({ flow: 'assistant', user: 'bob' }).stream(turnId).next(),
      ).rejects.toMatchObject({ type: 'Client.NotFound' });
    } finally {
      await bob.close();
    }
  });

  test('closed while a turn runs -> the queue is worked off; the next message begins a new thread', async () => {
    const conversation = conversationOf();
    const running = gated('a', 'b');
    system.model.reply(running);
    const { turnId } = await conversation.submit('last words');
    await running.started;
    await conversation.close();
    await expect(
      system.temporal.workflow
        .getHandle(conversation.workflowId)
        .executeUpdate('submitTurn', { args: [{ text: 'too late' }] }),
    ).rejects.toSatisfy((error) => failureType(error) === 'Conversation.Closed');
    running.release();
    for await (const event of conversation.stream(turnId))
      if (event.type === 'done') expect(event.text).toBe('ab');
    await system.temporal.workflow.getHandle(conversation.workflowId).result();
    system.model.reply(text('new'));
    await conversation.ask('hello again');
    expect(lastRequestTexts().join()).not.toContain('last words');
  });

  test('the queue is full -> refused with the remedy, nothing lost', { timeout: 120_000 }, async () => {
    const conversation = conversationOf();
    const running = gated('x', 'y');
    system.model.reply(running);
    await conversation.submit('first');
    await running.started;
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    for (let batch = 0; batch < 10; batch += 1)
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          handle.signal('postTurn', { text: `m${batch * 10 + index}` }),
        ),
      );
    await expect(conversation.submit('one too many')).rejects.toMatchObject({
      type: 'Conversation.QueueFull',
    });
    await handle.signal('postTurn', { text: 'dropped' });
    const status = await conversation.status();
    expect(status?.queued).toHaveLength(100);
    expect(status?.refused).toMatchObject({ count: 1, last: expect.stringContaining('100 messages wait') });
    await handle.cancel();
    await expect(handle.result()).rejects.toThrow();
    running.release();
    const rows = await system.db
      .selectFrom('turn')
      .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
      .select('status')
      .where('workflow_id', '=', conversation.workflowId)
      .execute();
    expect(rows).toHaveLength(101);
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['cancelled']));
  });

  test('eight asks in flight -> the ninth is refused as busy; submitTurn still works', async () => {
    const user = system.newUser();
    const handle = await rawStart(user);
    const running = gated('x', 'y');
    system.model.reply(running, ...Array.from({ length: 8 }, () => text('ok')));
    const asks = Array.from({ length: 8 }, () => handle.executeUpdate('ask', { args: [{ text: 'hi' }] }));
    await running.started;
    await expect
      .poll(async () => ((await handle.query('status')) as { queued: string[] }).queued.length)
      .toBe(7);
    await expect(handle.executeUpdate('ask', { args: [{ text: 'ninth' }] })).rejects.toSatisfy(
      (error) => failureType(error) === 'Conversation.Busy',
    );
    await handle.executeUpdate('submitTurn', { args: [{ text: 'fine' }] });
    running.release();
    expect(await Promise.all(asks)).toHaveLength(8);
    await expect.poll(() => system.model.pending.length).toBe(0);
  });

  test('cancelled in the queue -> never runs, the user message is kept, the next request is valid', async () => {
    const conversation = conversationOf();
    const running = gated('x', 'y');
    system.model.reply(running, text('third'));
    const first = await conversation.submit('one');
    await running.started;
    const { turnId } = await conversation.submit('two, never mind');
    expect(await conversation.cancel(turnId)).toEqual({ turnId, status: 'cancelled' });
    const third = conversation.ask('three');
    running.release();
    expect((await third).text).toBe('third');
    expect(await conversation.cancel(first.turnId)).toMatchObject({ status: 'completed' });
    const events = [];
    for await (const event of conversation.stream(turnId)) events.push(event.type);
    expect(events).toEqual(['cancelled']);
  });
});

describe('any Temporal client', () => {
  test('signal, ask and status by name -> as with ours; the answer stands in the history once', async () => {
    const user = system.newUser();
    const handle = await rawStart(user);
    const word = randomUUID();
    system.model.reply(text('first'), text(`answer ${word}`));
    await handle.signal('postTurn', { text: 'by signal' });
    const result = await handle.executeUpdate<{ text: string }, [object]>('ask', {
      args: [{ text: 'by ask' }],
    });
    expect(result.text).toBe(`answer ${word}`);
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
  ])('%s -> Conversation.InvalidTurn that says so, nothing stored', async (_name, input, message) => {
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

  test("a reference to somebody else's text -> refused, the text stays", async () => {
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

  test('an unknown flow -> Conversation.UnknownFlow naming those there are, nothing stored', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'nope', user });
    await expect(conversation.submit('hi')).rejects.toMatchObject({
      type: 'Conversation.UnknownFlow',
      message: expect.stringContaining('assistant'),
    });
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

  test('an execution outside a conversation -> runs the flow; twice under one id -> once', async () => {
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

function failureType(error: unknown): string | null | undefined {
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure)
    return error.cause.type;
  return undefined;
}

describe('signals before the first Workflow Task', () => {
  test('post, clear, post, post -> taken in the order they were sent', async () => {
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
