import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

describe('a turn', () => {
  test('P50 P56 P59: the first message -> creates the conversation; exactly two rows with counts and execution', async () => {
    system.model.reply(text('Hello Ada.'));
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const answer = await conversation.ask('Hello');
    expect(answer.text).toBe('Hello Ada.');
    const { messages, hasMore } = await conversation.history();
    expect(hasMore).toBe(false);
    expect(messages.map(({ role, text, executionId }) => ({ role, text, executionId }))).toEqual([
      { role: 'assistant', text: 'Hello Ada.', executionId: answer.executionId },
      { role: 'user', text: 'Hello', executionId: answer.executionId },
    ]);
    expect(messages.every((message) => message.tokenCount > 0)).toBe(true);
    const request = system.model.requests.at(-1)!;
    expect(request.messages.map((message) => message.role)).toEqual(['system', 'user']);
  });

  test('an agent with tools -> the tool runs, its result is sent, the answer is stored', async () => {
    system.model.reply(
      toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]),
      text('It is 42.'),
    );
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    expect((await conversation.ask('What is 6*7?')).text).toBe('It is 42.');
    const roles = system.model.requests.at(-1)!.messages.map((message) => message.role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool']);
  });
});
