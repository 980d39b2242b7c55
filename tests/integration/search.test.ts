import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createGateway } from '../../packages/gateway/index.js';
import { searchUser } from '../../store/passages/search-user.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { agentFlow } from './context/fixtures/agent-flow.js';
import { counting } from './store/fixtures/store-harness.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat' }), agentFlow({ slug: 'other' })],
    model: { script: () => text('Noted, and the heron is asleep.') },
  });
});
afterAll(() => system?.stop());

async function talk(user: string): Promise<void> {
  const first = system.client.conversation({ flow: 'chat', user });
  const { turnId } = await first.ask('The invoice of the plumber is number 4711.');
  await first.ask('My sister lives in Lisbon.');
  const edited = await first.edit(turnId, 'The invoice of the gardener is number 815.');
  for await (const event of first.stream(edited.turnId)) if (event.type === 'done') break;
  const thread = await first.openThread({ message: 1, id: 'aside' });
  await thread.ask('Was the gardener paid in Lisbon?');
  await first.clear();
  await system.client
    .conversation({ flow: 'other', user, channel: 'side' })
    .ask(`A long text. ${'Nothing of interest here. '.repeat(200)} At its end: invoices from Lisbon.`);
}

describe('search', () => {
  test('words -> the best matches, from all conversations, branches and threads', async () => {
    const user = system.newUser();
    await talk(user);
    const mine = system.client.forUser(user);
    const invoices = await mine.search('invoice plumber');
    expect(invoices[0]).toMatchObject({
      flow: 'chat',
      thread: null,
      branch: 0,
      seq: 1,
      role: 'user',
      text: 'The invoice of the plumber is number 4711.',
      start: 0,
    });
    const places = (await mine.search('Lisbon')).map(({ flow, channel, thread }) => [flow, channel, thread]);
    expect(places).toContainEqual(['chat', '', 'aside']);
    expect(places).toContainEqual(['other', 'side', null]);
    expect(places).toHaveLength(3);
    const long = (await mine.search('Lisbon')).find(({ flow }) => flow === 'other');
    expect(long?.text).toContain('invoices from Lisbon');
    expect(long?.start).toBeGreaterThan(1_000);
    expect(await mine.search('gardener', { flows: ['other'] })).toEqual([]);
    expect(await mine.search('heron', { limit: 2 })).toHaveLength(2);
    for (const nothing of ['', 'the of and', 'zebra', '\u0000'])
      expect(await mine.search(nothing)).toEqual([]);
  });

  test('other users, and a gateway that limits a caller to one flow -> only what the caller may read', async () => {
    const user = system.newUser();
    await talk(user);
    const other = system.client.forUser(system.newUser());
    expect(await other.search('invoice')).toEqual([]);
    await expect(other.search('invoice', { user })).rejects.toMatchObject({ type: 'Client.NotFound' });
    const gateway = createGateway({
      client: system.client,
      authenticate: () => ({ user, flows: ['other'] }),
    });
    const answer = await gateway.fetch(new Request('http://gateway/api/v1/search?q=Lisbon'));
    expect(await answer.json()).toMatchObject([{ flow: 'other', channel: 'side' }]);
    expect((await gateway.fetch(new Request('http://gateway/api/v1/search'))).status).toBe(400);
  });

  test('any number of conversations -> four statements', async () => {
    const user = system.newUser();
    await talk(user);
    const { db, take } = counting(system.db);
    await searchUser(db, { user, flows: undefined, text: 'invoice', limit: 20 });
    expect(take()).toBe(4);
  });
});
