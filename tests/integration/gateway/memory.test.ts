import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createGateway, type Gateway } from '../../../packages/gateway/index.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { writeMemory } from '../../../store/users/memories.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import type { StandingRequest } from '../../../views/conversation.js';
import type { MemoryPage, MemoryUses } from '../../../views/memory.js';
import type { Wire } from '../../../packages/studio/api/wire.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

let system: TestSystem;
let gateway: Gateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'helper' }),
      agentFlow({ slug: 'remembering', tools: ['memory_write', 'memory_read'] }),
    ],
  });
  gateway = createGateway({
    client: system.client,
    authenticate: ({ headers }) => ({ user: headers.get('x-user') ?? '' }),
  });
});
afterAll(() => system?.stop());

async function ask(
  user: string,
  path: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
) {
  const request = new Request(`http://gateway/api/v1${path}`, {
    method,
    headers: { 'x-user': user, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const response = await gateway.fetch(request);
  return { status: response.status, json: (await response.json().catch(() => null)) as unknown };
}

const HERE = '/conversations/helper';

describe('memoryRoutes', () => {
  test('memories -> listed and deleted by their user alone', async () => {
    const { db } = system;
    const [ada, bob] = [system.newUser('ada'), system.newUser('bob')];
    await writeMemory(db, { user: ada, kind: 'fact', key: 'language', value: 'German' });
    expect((await ask(ada, '/memories?q=german')).json).toMatchObject({
      memories: [{ kind: 'fact', key: 'language', value: 'German', source: null }],
      hasMore: false,
    });
    expect((await ask(bob, '/memories')).json).toEqual({ memories: [], hasMore: false });
    const path = '/memories?kind=fact&key=language';
    expect((await ask(bob, path, { method: 'DELETE' })).status).toBe(404);
    expect(((await ask(ada, '/memories')).json as MemoryPage).memories).toHaveLength(1);
    expect((await ask(ada, path, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(ada, '/memories')).json).toMatchObject({ memories: [] });
  });

  test('a memory of a chat -> names the message of the turn that wrote its value; chat deleted -> kept without', async () => {
    const ada = system.newUser('ada');
    const chat = system.client.conversation({ flow: 'remembering', user: ada, channel: 'trees' });
    const remember = async (value: string) => {
      const call = { name: 'memory_write', arguments: { kind: 'fact', key: 'tree', value } };
      system.model.reply(toolCalls([call]), text('Noted.'));
      await chat.ask(`My tree is an ${value}.`);
    };
    const sources = async () =>
      ((await ask(ada, '/memories')).json as MemoryPage).memories.map(({ value, source }) => [value, source]);
    const place = { flow: 'remembering', channel: 'trees', thread: null };
    await remember('oak');
    expect(await sources()).toEqual([['oak', { ...place, seq: 1 }]]);
    await remember('oak');
    expect(await sources()).toEqual([['oak', { ...place, seq: 1 }]]);
    await remember('elm');
    expect(await sources()).toEqual([['elm', { ...place, seq: 5 }]]);
    await chat.delete();
    expect(await sources()).toEqual([['elm', null]]);
  });

  test('read twice in one turn, then in another -> three reads, by the newest execution first', async () => {
    const ada = system.newUser('ada');
    await writeMemory(system.db, { user: ada, kind: 'fact', key: 'language', value: 'German' });
    await writeMemory(system.db, { user: ada, kind: 'fact', key: 'tree', value: 'oak' });
    const chat = system.client.conversation({ flow: 'remembering', user: ada });
    const readBy = (query: object) => toolCalls([{ name: 'memory_read', arguments: query }]);
    system.model.reply(readBy({ key: 'language' }), readBy({ search: 'german' }), text('German.'));
    system.model.reply(readBy({ key: 'language' }), text('German.'));
    const { executionId: first } = await chat.ask('Which language?');
    const { executionId: second } = await chat.ask('Which one again?');
    const { memories } = (await ask(ada, '/memories')).json as Wire<MemoryPage>;
    const [unread, read] = [
      memories.find(({ key }) => key === 'tree'),
      memories.find(({ key }) => key === 'language'),
    ];
    expect(unread?.reads).toEqual({ count: 0, newest: [] });
    expect(read?.reads.count).toBe(3);
    expect(read?.reads.newest.map(({ executionId }) => executionId)).toEqual([second, first]);
  });

  test('a standing request, withdrawn -> not sent; restored -> sent; by its user alone', async () => {
    const [ada, bob] = [system.newUser('ada'), system.newUser('bob')];
    const chat = system.client.conversation({ flow: 'helper', user: ada });
    const say = async (message: string) => {
      system.model.reply(text('Yes.'));
      return chat.ask(message);
    };
    await say('Always answer in haiku.');
    await say('Name a tree.');
    const [request] = (await ask(ada, `${HERE}/standing-requests`)).json as StandingRequest[];
    expect(request).toMatchObject({ status: 'stands', depth: 0, seq: 1, ordinal: 0 });
    const sentSystem = (): string =>
      JSON.stringify(
        (system.model.requests.at(-1)?.body as { messages: { role: string }[] }).messages.filter(
          ({ role }) => role === 'system',
        ),
      );
    expect(sentSystem()).toContain('haiku');
    const { turnId } = await say('Name another.');
    const uses = (await ask(ada, `${HERE}/memory-uses`)).json;
    expect(uses).toMatchObject({
      calls: 3,
      standing: [{ depth: 0, seq: 1, ordinal: 0 }],
      summaries: [],
    });
    const { calls: times, newest } = (uses as Wire<MemoryUses>).standing[0]!;
    expect(newest).toHaveLength(times);
    expect(newest[0]!.executionId).toBe(turnWorkflowId(chat.workflowId, turnId));
    expect(newest.map(({ at }) => at)).toEqual(
      newest
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const change = (isWithdrawn: boolean) => ({
      method: 'PUT',
      body: { depth: 0, seq: 1, ordinal: 0, isWithdrawn },
    });
    expect((await ask(bob, `${HERE}/standing-requests`, change(true))).status).toBe(404);
    expect((await ask(ada, `${HERE}/standing-requests`, change(true))).status).toBe(204);
    await say('And one more.');
    expect(sentSystem()).not.toContain('haiku');
    expect((await ask(ada, `${HERE}/standing-requests`)).json).toMatchObject([{ status: 'withdrawn' }]);
    expect((await ask(ada, `${HERE}/memory-uses`)).json).toMatchObject({ calls: 4 });
    expect((await ask(bob, `${HERE}/memory-uses`)).json).toEqual({ calls: 0, standing: [], summaries: [] });
    expect((await ask(ada, `${HERE}/standing-requests`, change(false))).status).toBe(204);
    await say('The last.');
    expect(sentSystem()).toContain('haiku');
  });
});
