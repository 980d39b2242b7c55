import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { reset } from '../fixtures/histories.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

describe('a conversation that an operator resets', () => {
  test('Signals without an id arrive again, twice -> each is its original turn, and nothing is hidden', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    system.model.reply(text('one'), text('two'), text('three'), text('four'), text('five'));
    await conversation.ask('by Update');
    await handle.signal('postTurn', { text: 'again' });
    await handle.signal('postTurn', { text: 'again' });
    await handle.signal('clear', {});
    await conversation.ask({ text: 'after the clear', turnId: 'last' });
    const turns = await turnsOf(conversation.workflowId);
    expect(turns).toHaveLength(5);

    for (let round = 0; round < 2; round += 1) {
      await reset(system.temporal, conversation.workflowId);
      await conversation.ask({ text: 'after the clear', turnId: 'last' });
      expect(await turnsOf(conversation.workflowId)).toEqual(turns);
    }
    await conversation.ask('more');
    const said = system.model.requests
      .at(-1)
      ?.messages.map(({ content }) => String(content))
      .join();
    expect(said).toContain('after the clear');
    expect(said).not.toContain('again');
  });
});

async function turnsOf(workflowId: string) {
  return system.db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .where('conversation.workflow_id', '=', workflowId)
    .select(['turn_id', 'turn.status', 'kind'])
    .orderBy('turn_id')
    .execute();
}
