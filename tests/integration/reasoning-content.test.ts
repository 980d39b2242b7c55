import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const CALL = toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]);

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { model: { personality: 'reasoning-required' } });
});
afterAll(() => system?.stop());

describe('an endpoint that requires its reasoning_content back', () => {
  test('a turn with two tool calls -> each is returned with its thought; the next turn has none of them', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    system.model.reply(CALL, CALL, text('It is 42.'), text('Yes.'));
    expect((await conversation.ask('What is 6*7?')).text).toBe('It is 42.');
    const thoughts = readThoughts();
    expect(thoughts).toHaveLength(2);
    expect(thoughts.every((thought) => typeof thought === 'string' && thought !== '')).toBe(true);
    expect((await conversation.ask('Sure?')).text).toBe('Yes.');
    expect(readThoughts()).toEqual([]);
    expect(system.model.requests).toHaveLength(4);
  });
});

function readThoughts(): unknown[] {
  const { messages } = system.model.requests.at(-1)!.body as { messages: Record<string, unknown>[] };
  return messages.flatMap((message) => message['reasoning_content'] ?? []);
}
