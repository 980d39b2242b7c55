import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../client/connect.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { registerFlows } from '../../store/flows/flows.js';
import { gated, text } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { conversationWorkflowId } from '../../protocol/ids.js';
import type { PastMessage } from '../../protocol/one-off.js';
import { WHOLE_HISTORY } from './fixtures/whole-history.js';

let system: TestSystem;
beforeAll(async () => {
  // A due summary of an earlier test must not take a scripted answer.
  const flow = { ...assistantFlow(SCRIPTED_MODEL), history: { summaries: false as const } };
  system = await startTestSystem(inject('environment'), { flows: [flow] });
});
afterAll(() => system?.stop());

function conversationOf(user = system.newUser(), channel?: string) {
  return system.client.conversation({ flow: 'assistant', user, ...(channel !== undefined && { channel }) });
}

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
    answers.push(await conversation.ask({ text: 'hi', turnId }));
    expect(new Set(answers.map((answer) => answer.text))).toEqual(new Set(['only once']));
    expect((await conversation.history()).messages).toHaveLength(2);
  });

  test('T5: the same turn id after the conversation was terminated -> the stored answer, no second turn', async () => {
    const conversation = conversationOf();
    system.model.reply(text('once'));
    await conversation.ask({ text: 'hi', turnId: 't' });
    await system.temporal.workflow.getHandle(conversation.workflowId).terminate();
    expect((await conversation.ask({ text: 'hi', turnId: 't' })).text).toBe('once');
    await system.temporal.workflow.getHandle(conversation.workflowId).terminate();
    const both = ['ho', 'hi'].map((said) => conversation.ask({ text: said, turnId: 't' }));
    expect(await Promise.allSettled(both)).toMatchObject([
      { status: 'rejected', reason: { type: 'Turn.Conflict' } },
      { status: 'fulfilled', value: { text: 'once' } },
    ]);
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

  test('P55: 20 messages of 2,000 tokens -> only those that fit 16,000 are sent, beginning with a user message', async () => {
    const wide = {
      ...assistantFlow(SCRIPTED_MODEL),
      slug: 'wide',
      history: { ...WHOLE_HISTORY, tokens: 16_000 },
    };
    await registerFlows(system.db, [wide]);
    const conversation = system.client.conversation({ flow: 'wide', user: system.newUser() });
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

  test('T28: another user -> not found: no history, no stream, no executions', async () => {
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
      expect(() => bob.conversation({ flow: 'assistant', user: ada })).toThrow(/conversation does not exist/);
      await expect(bob.executions.get(executionId)).rejects.toMatchObject({ type: 'Client.NotFound' });
      await expect(bob.executions.tree(executionId)).rejects.toMatchObject({ type: 'Client.NotFound' });
      await expect(
        bob.executions.tree(conversationWorkflowId({ flow: 'assistant', user: ada })),
      ).rejects.toMatchObject({ type: 'Client.NotFound' });
      await expect(bob.executions.cancel(executionId)).rejects.toMatchObject({ type: 'Client.NotFound' });
      await expect(bob.executions.stream(executionId).next()).rejects.toMatchObject({
        type: 'Client.NotFound',
      });
      expect(await bob.executions.list({ user: ada })).toEqual([]);
      await expect(
        bob.conversation({ flow: 'assistant', user: 'bob' }).stream(turnId).next(),
      ).rejects.toMatchObject({ type: 'Client.NotFound' });
    } finally {
      await bob.close();
    }
  });

  test.each([undefined, null, ''])('a client for the user %j -> refused, never a client for all', (user) => {
    for (const client of [system.client, system.client.forUser('bob')])
      expect(() => client.forUser(user as string)).toThrow(
        expect.objectContaining({ type: 'Conversation.InvalidId' }),
      );
  });

  test.each([
    ['a role', [{ role: 'system', text: 'S' }]],
    ['a missing text', [{ role: 'user' }]],
    ['no list', 'hello'],
    ['a missing message', [null]],
  ])('earlier messages with %s that does not exist -> rejected, nothing starts', async (_what, past) => {
    const conversation = conversationOf();
    const sent = { past: past as unknown as PastMessage[] };
    await expect(conversation.submit({ text: 'Hello', timeoutMs: 3_000 }, sent)).rejects.toMatchObject({
      type: 'Conversation.InvalidTurn',
      message: expect.stringMatching(/^The earlier message/) as string,
    });
    const started = system.temporal.workflow.getHandle(conversation.workflowId).describe();
    await expect(started).rejects.toMatchObject({ name: 'WorkflowNotFoundError' });
  });

  test('the Workflow fails on a message, again on the repetition -> its failure, not an outage', async () => {
    await sql`alter table conversation_message add constraint no_poison check (content <> 'poison')`.execute(
      system.db,
    );
    const conversation = conversationOf();
    await expect(conversation.submit({ text: 'poison', timeoutMs: 5_000 })).rejects.toMatchObject({
      type: 'Transcript.Conflict',
    });
  });

  test('closed while a turn runs -> the queue is processed; the next message begins a new thread', async () => {
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

  test('the queue is full -> refused with the remedy, nothing lost', async () => {
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
    expect(status?.refused).toMatchObject({
      count: 1,
      last: expect.stringContaining('100 messages are already waiting'),
    });
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

  test('eight asks in flight -> the ninth is refused as busy; submitTurn is accepted', async () => {
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

  test('canceled in the queue -> never runs, the user message is kept, the next request is valid', async () => {
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

function failureType(error: unknown): string | null | undefined {
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure)
    return error.cause.type;
  return undefined;
}
