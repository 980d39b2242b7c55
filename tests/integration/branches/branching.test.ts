import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', history: { summaries: false } })],
  });
});
afterAll(() => system?.stop());

describe('regenerate, edit and switchTo', () => {
  test('-> complete branches, seen only by their own calls, and switched back to', async () => {
    const conversation = newConversation();
    system.model.reply(text('Hello.'), text('Rome.'), text('Paris.'), text('Oslo.'), text('Old Rome.'));
    await conversation.ask({ text: 'Hi.', turnId: 'hi' });
    await conversation.ask({ text: 'Name a city.', turnId: 'city' });

    const again = await conversation.regenerate('city', { turnId: 'again' });
    expect(await conversation.regenerate('city', { turnId: 'again' })).toMatchObject({ turnId: 'again' });
    expect(await answerOf(conversation, again.turnId)).toBe('Paris.');
    expect(spoken()).toEqual(['user: Hi.', 'assistant: Hello.', 'user: Name a city.']);

    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    const edit = { editOf: 'city', text: 'Name a northern city.', turnId: 'north' };
    expect(await handle.executeUpdate('ask', { args: [edit] })).toMatchObject({ text: 'Oslo.' });
    expect(spoken()).toEqual(['user: Hi.', 'assistant: Hello.', 'user: Name a northern city.']);

    await conversation.switchTo(0);
    await conversation.ask('How old is it?');
    expect(spoken()).toEqual([
      'user: Hi.',
      'assistant: Hello.',
      'user: Name a city.',
      'assistant: Rome.',
      'user: How old is it?',
    ]);
    expect(await conversation.branches()).toMatchObject([
      { number: 0, parent: null, isCurrent: true, messages: 6 },
      {
        number: 1,
        parent: 0,
        ofTurnId: 'city',
        turnId: 'again',
        beginsAfter: 2,
        messages: 4,
        isCurrent: false,
      },
      { number: 2, parent: 0, ofTurnId: 'city', turnId: 'north', firstWords: 'Name a northern city.' },
    ]);
    expect(await said(conversation, 1)).toEqual(['Hi.', 'Hello.', 'Name a city.', 'Paris.']);
    expect(await said(conversation, 2)).toEqual(['Hi.', 'Hello.', 'Name a northern city.', 'Oslo.']);
    expect((await said(conversation)).at(-1)).toBe('Old Rome.');
    const [call] = await system.client.executions.explain(again.executionId);
    expect(JSON.stringify(call?.context)).not.toContain('Rome');
  });

  test('in the queue -> each in its place; an interrupting one answers the running turn again', async () => {
    const conversation = newConversation();
    const slow = gated('never', ' heard');
    system.model.reply(slow, text('Quick.'), text('Back.'));
    await conversation.submit({ text: 'Think.', turnId: 'think' });
    await slow.started;
    expect(await conversation.regenerate('think').catch(typeOf)).toBe('Conversation.InvalidTurn');
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    const anew = { regenerateOf: 'think', whileRunning: 'interrupt', turnId: 'quick' };
    await handle.executeUpdate('submitTurn', { args: [anew] });
    await conversation.switchTo(0);
    await conversation.ask('Go on.');
    slow.release();
    expect(await said(conversation, 1)).toEqual(['Think.', 'Quick.']);
    const first = await said(conversation, 0);
    expect([first[0], ...first.slice(-2)]).toEqual(['Think.', 'Go on.', 'Back.']);
  });

  test('an id that does not exist, has not begun, or is not a number -> refused; nothing is stored', async () => {
    const conversation = newConversation();
    const refused = [
      () => conversation.regenerate('none'),
      () => conversation.edit('none', 'Hi.'),
      () => conversation.switchTo(3),
      () => conversation.switchTo(-1),
      () => conversation.regenerate(),
    ];
    for (const call of refused) expect(await call().catch(typeOf)).toBe('Conversation.InvalidTurn');
    expect(await conversation.branches()).toEqual([]);
    expect((await conversation.history()).messages).toEqual([]);
  });
});

function newConversation(): ConversationHandle {
  return system.client.conversation({ flow: 'chat', user: system.newUser() });
}

function spoken(): string[] {
  return spokenIn(system.model.requests.at(-1) ?? { messages: [] });
}

async function answerOf(conversation: ConversationHandle, turnId: string): Promise<string> {
  for await (const event of conversation.stream(turnId)) if (event.type === 'done') return event.text;
  throw new Error('The stream ended without an answer');
}

async function said(conversation: ConversationHandle, branch?: number): Promise<string[]> {
  const { messages } = await conversation.history(branch === undefined ? {} : { branch });
  return messages.map((message) => message.text).reverse();
}

function typeOf(error: unknown): unknown {
  return error instanceof Error && 'type' in error ? error.type : error;
}
