import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { DropTurnInput, TurnInput } from '../../protocol/messages.js';
import { fault, gated, text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { agentFlow } from './context/fixtures/agent-flow.js';
import { spokenIn } from './flows/fixtures/spoken-in.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'chat', history: { summaries: false } }),
      agentFlow({ slug: 'stubborn', history: { summaries: false, refused: 'send' } }),
    ],
  });
});
afterAll(() => system?.stop());

describe('a message that the provider refuses', () => {
  test('-> omitted from the next contexts, shown by rule and in the history; a retry sends it again, once', async () => {
    const conversation = newConversation();
    system.model.reply(text('Hello.'), fault.status(400), text('Still here.'));
    await conversation.ask('Hi.');
    const { turnId } = await failing(conversation, 'Something bad.');
    const { executionId } = await conversation.ask('Are you there?');
    expect(spoken()).toEqual(['user: Hi.', 'assistant: Hello.', 'user: Are you there?']);
    expect((await system.client.executions.explain(executionId))[0]?.context.left).toMatchObject([
      { rule: 'refused', count: 1, name: 'message 3' },
    ]);
    expect(await historyOf(conversation)).toEqual([
      ['Hi.', null],
      ['Hello.', null],
      ['Something bad.', 'refused'],
      ['Are you there?', null],
      ['Still here.', null],
    ]);

    const again = gated('Not', ' bad.');
    system.model.reply(again);
    const first = await conversation.retry(turnId);
    await again.started;
    expect(await conversation.retry(turnId)).toMatchObject({ turnId: first.turnId });
    expect(await update(conversation, 'submitTurn', { retryOf: first.turnId }).catch(typeOf)).toBe(
      'Conversation.InvalidTurn',
    );
    again.release();
    expect(await update(conversation, 'ask', { retryOf: turnId })).toMatchObject({
      turnId: first.turnId,
      text: 'Not bad.',
    });
    const { turnId: known } = await conversation.retry(turnId);
    expect(known).toBe(first.turnId);
    expect(spoken().slice(-2)).toEqual(['assistant: Still here.', 'user: Something bad.']);
    expect((await historyOf(conversation)).slice(2)).toEqual([
      ['Something bad.', 'retried'],
      ['Are you there?', null],
      ['Still here.', null],
      ['Something bad.', null],
      ['Not bad.', null],
    ]);
  });

  test('in an answer without text, by its finish -> omitted with that answer', async () => {
    const conversation = newConversation();
    system.model.reply(text('', { finishReason: 'content_filter' }), text('Fine.'));
    await conversation.ask('Something bad.');
    await conversation.ask('Something good.');
    expect(spoken()).toEqual(['user: Something good.']);
  });

  test('with refused: send -> sent again', async () => {
    const conversation = newConversation('stubborn');
    system.model.reply(fault.status(400), text('Fine.'));
    await failing(conversation, 'One.');
    await conversation.ask('Two.');
    expect(spoken()).toEqual(['user: One.', 'user: Two.']);
  });
});

describe('a message that failed otherwise', () => {
  test('-> sent with the next; not if dropped, again once restored; the newest by default', async () => {
    const conversation = newConversation();
    system.model.reply(fault.status(401), text('One.'), text('Two.'), text('Three.'));
    const { turnId } = await failing(conversation, 'No key.');
    expect(await conversation.drop()).toEqual({ turnId });
    await conversation.ask('First.');
    expect(spoken()).toEqual(['user: First.']);
    expect((await conversation.history()).messages.at(-1)).toMatchObject({
      omitted: 'dropped',
      failure: { type: 'Model.Authentication' },
    });
    await update(conversation, 'dropTurn', { turnId, restore: true });
    await conversation.ask('Second.');
    expect(spoken()).toEqual(['user: No key.', 'user: First.', 'assistant: One.', 'user: Second.']);
    await signal(conversation, 'dropTurn', { turnId });
    await conversation.ask('Third.');
    expect(spoken()[0]).toBe('user: First.');
  });

  test('a retry that fails, retried by Signal -> the newest try is sent again; all others are omitted', async () => {
    const conversation = newConversation();
    system.model.reply(fault.status(401), fault.status(401), text('At last.'), text('Next.'));
    const { turnId } = await failing(conversation, 'Again.');
    await ended(conversation, (await conversation.retry(turnId, { turnId: 'second' })).turnId);
    await signal(conversation, 'postTurn', { retryOf: turnId, turnId: 'third' });
    await expect.poll(() => conversation.status()).toMatchObject({ recent: [{}, {}, { turnId: 'third' }] });
    await ended(conversation, 'third');
    await conversation.ask('Go on.');
    expect(spoken()).toEqual(['user: Again.', 'assistant: At last.', 'user: Go on.']);
  });

  test('canceled in the middle -> retried without the partial answer; messages that joined it stay', async () => {
    const conversation = newConversation();
    const running = gated('The beginning of ', 'never');
    system.model.reply(running, text('A story.'), text('The end.'));
    const { turnId } = await conversation.submit('Tell me a story.');
    await running.started;
    expect(await conversation.drop(turnId).catch(typeOf)).toBe('Conversation.InvalidTurn');
    await conversation.cancel();
    await ended(conversation, (await conversation.retry()).turnId);
    expect(spoken()).toEqual(['user: Tell me a story.']);
    await conversation.ask('And?');
    expect(spoken()).toEqual(['user: Tell me a story.', 'assistant: A story.', 'user: And?']);
  });

  test('an answered message, dropped -> not sent with its answer; restored, both are sent', async () => {
    const conversation = newConversation();
    system.model.reply(text('A story.'), text('The end.'), text('Again.'));
    const { turnId } = await conversation.ask('Tell me a story.');
    expect(await conversation.drop(turnId)).toEqual({ turnId });
    await conversation.ask('And?');
    expect(spoken()).toEqual(['user: And?']);
    expect(await conversation.restore(turnId)).toEqual({ turnId });
    await conversation.ask('More.');
    expect(spoken()).toEqual([
      'user: Tell me a story.',
      'assistant: A story.',
      'user: And?',
      'assistant: The end.',
      'user: More.',
    ]);
  });

  test('nothing to retry or drop -> refused with a sentence, and nothing is stored', async () => {
    const conversation = newConversation();
    await expect(conversation.retry()).rejects.toThrow('has no messages yet');
    await expect(conversation.retry('none')).rejects.toThrow("no message with the turn id 'none'");
    await expect(conversation.drop('none')).rejects.toThrow("no message with the turn id 'none'");
    await expect(update(conversation, 'submitTurn', { retryOf: 'x', text: 'y' })).rejects.toThrow();
    await expect(update(conversation, 'dropTurn', {} as DropTurnInput)).rejects.toThrow();
    expect((await conversation.history()).messages).toEqual([]);
  });
});

function newConversation(flow = 'chat'): ConversationHandle {
  return system.client.conversation({ flow, user: system.newUser() });
}

async function failing(conversation: ConversationHandle, message: string) {
  const receipt = await conversation.submit(message);
  await ended(conversation, receipt.turnId);
  return receipt;
}

async function ended(conversation: ConversationHandle, turnId: string): Promise<void> {
  for await (const event of conversation.stream(turnId)) void event;
}

function spoken(): string[] {
  return spokenIn(system.model.requests.at(-1)!);
}

async function historyOf(conversation: ConversationHandle) {
  const { messages } = await conversation.history();
  return messages.toReversed().map(({ text: said, omitted }) => [said, omitted]);
}

function update(conversation: ConversationHandle, name: string, input: TurnInput | DropTurnInput) {
  return system.temporal.workflow.getHandle(conversation.workflowId).executeUpdate(name, { args: [input] });
}

function signal(conversation: ConversationHandle, name: string, input: TurnInput | DropTurnInput) {
  return system.temporal.workflow.getHandle(conversation.workflowId).signal(name, input);
}

function typeOf(error: unknown): unknown {
  const { type, cause } = error as { type?: string; cause?: { type?: string } };
  return type ?? cause?.type;
}
