import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { findConversationId } from '../../../store/conversation/find-conversation.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

interface Sent {
  role: string;
  content: string;
}

function lastSent(): Sent[] {
  const body = system.model.requests.at(-1)?.body as {
    messages: { role: string; content: string | { text: string }[] }[];
  };
  return body.messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? content : content.map((part) => part.text).join(''),
  }));
}

async function summarize(workflowId: string, content: string): Promise<void> {
  const id = (await findConversationId(system.db, workflowId))!;
  await system.db
    .insertInto('summary')
    .values({
      conversation_id: id,
      ordinal: 1,
      position: 1,
      way: 'summarize',
      status: 'adopted',
      covers_from: 1,
      covers_through: 2,
      content,
      token_count: 3,
      budget: 800,
      model: 'test:model',
    })
    .execute();
  await system.db
    .updateTable('conversation')
    .set({ summary_ordinal: 1, covers_through: 2 })
    .where('id', '=', id)
    .execute();
}

describe('the context of a sub-thread', () => {
  test('D26: two levels down -> summaries root first, then the anchor as system, then its own; no sibling', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    system.model.reply(text('The Nile is 6,650 km long.'), text('Sibling answer.'), text('Hapi, they said.'));
    await conversation.ask('How long is the Nile?');
    await summarize(conversation.workflowId, '[Topic: rivers] ROOT SUMMARY');
    const sibling = await conversation.openThread({ message: 2, id: 'sibling' });
    await sibling.ask('Sibling question');
    const one = await conversation.openThread({ message: 2, start: 4, end: 8, id: 'one' });
    await one.ask('How was it called?');
    expect(lastSent().slice(-2)).toMatchObject([
      {
        role: 'system',
        content: expect.stringMatching(/Thread anchor.*part of a message of the assistant.*\n> Nile$/),
      },
      { role: 'user', content: 'How was it called?' },
    ]);
    await summarize(one.workflowId, '[Topic: names] SUMMARY OF ONE');
    const two = await one.openThread({ message: 2, id: 'two' });
    system.model.reply(text('A god.'), text('Yes.'));
    await two.ask('Who is that?');
    await two.ask('Sure?');
    const sent = lastSent();
    const all = JSON.stringify(sent);
    const at = (words: string) =>
      sent.findIndex(({ role, content }) => role === 'system' && content.includes(words));
    expect(at('ROOT SUMMARY')).toBeGreaterThanOrEqual(0);
    expect(at('SUMMARY OF ONE')).toBeGreaterThan(at('ROOT SUMMARY'));
    expect(at('> Hapi, they said.')).toBeGreaterThan(at('SUMMARY OF ONE'));
    expect(sent.slice(-3)).toEqual([
      { role: 'user', content: 'Who is that?' },
      { role: 'assistant', content: 'A god.' },
      { role: 'user', content: 'Sure?' },
    ]);
    for (const foreign of ['Sibling', 'How long is', '6,650', 'How was it called'])
      expect(all).not.toContain(foreign);
  });

  test('D28: the parent is deleted -> neither summary nor anchor, and the turn is answered', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    system.model.reply(text('first answer'), text('second answer'));
    await conversation.ask('first question');
    await summarize(conversation.workflowId, '[Topic: x] ROOT SUMMARY');
    const one = await conversation.openThread({ message: 2 });
    await system.db.deleteFrom('conversation').where('workflow_id', '=', conversation.workflowId).execute();
    expect((await one.ask('still there?')).text).toBe('second answer');
    expect(JSON.stringify(lastSent())).not.toMatch(/ROOT SUMMARY|first answer|Thread anchor/);
  });
});
