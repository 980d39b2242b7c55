import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createGateway, type Gateway } from '../../../packages/gateway/index.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { writeMemory } from '../../../store/users/memories.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import type { CallExplanation } from '../../../views/call.js';
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
      agentFlow({ slug: 'remembering', tools: ['memory_write', 'memory_read', 'identify_user'] }),
    ],
  });
  gateway = createGateway({
    client: system.client,
    authenticate: ({ headers }) => ({
      user: headers.get('x-user') ?? '',
      flows: headers.get('x-flows')?.split(','),
    }),
  });
});
afterAll(() => system?.stop());

async function ask(
  user: string,
  path: string,
  { method = 'GET', body, flows }: { method?: string; body?: unknown; flows?: string | undefined } = {},
) {
  const request = new Request(`http://gateway/api/v1${path}`, {
    method,
    headers: { 'x-user': user, 'content-type': 'application/json', ...(flows && { 'x-flows': flows }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const response = await gateway.fetch(request);
  return { status: response.status, json: (await response.json().catch(() => null)) as unknown };
}

const HERE = '/conversations/helper';

function readBy(query: object) {
  return toolCalls([{ name: 'memory_read', arguments: query }]);
}

describe('memoryRoutes', () => {
  test('memories -> listed and deleted by their user alone', async () => {
    const { db } = system;
    const [ada, bob] = [system.newUser('ada'), system.newUser('bob')];
    await writeMemory(db, { user: ada, kind: 'fact', key: 'language', value: 'German' });
    expect((await ask(ada, '/memories?q=german')).json).toMatchObject({
      memories: [{ kind: 'fact', key: 'language', value: 'German', source: null }],
      next: null,
    });
    expect((await ask(bob, '/memories')).json).toEqual({
      memories: [],
      next: null,
      searchedCalls: 0,
    });
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

  test('sent in two results of a turn, then in another -> each call counts once, the newest first', async () => {
    const ada = system.newUser('ada');
    await writeMemory(system.db, { user: ada, kind: 'fact', key: 'language', value: 'German' });
    await writeMemory(system.db, { user: ada, kind: 'fact', key: 'tree', value: 'oak' });
    const chat = system.client.conversation({ flow: 'remembering', user: ada, channel: 'words' });
    system.model.reply(readBy({ key: 'language' }), readBy({ search: 'german' }), text('German.'));
    system.model.reply(readBy({ key: 'language' }), text('German.'));
    const { executionId: first } = await chat.ask('Which language?');
    const { executionId: second } = await chat.ask('Which one again?');
    const { memories, searchedCalls } = (await ask(ada, '/memories')).json as Wire<MemoryPage>;
    const [unsent, sent] = [
      memories.find(({ key }) => key === 'tree'),
      memories.find(({ key }) => key === 'language'),
    ];
    expect(searchedCalls).toBe(5);
    expect(unsent?.uses).toEqual({ calls: 0, newest: [] });
    expect(sent?.uses.calls).toBe(3);
    const place = { flow: 'remembering', channel: 'words', thread: null };
    expect(sent?.uses.newest).toMatchObject([
      { executionId: second, chat: place },
      { executionId: first, chat: place },
    ]);
    const path = `/executions/${encodeURIComponent(first)}/explanation`;
    const calls = (await ask(ada, path)).json as Wire<CallExplanation[]>;
    const language = { kind: 'fact', key: 'language', ordinal: 1 };
    expect(calls.map(({ context }) => context.facts)).toEqual([
      [],
      [{ ...language, step: 1 }],
      [
        { ...language, step: 1 },
        { ...language, step: 2 },
      ],
    ]);
  });

  test('a key limited to other flows -> the memory without its source and uses', async () => {
    const ada = system.newUser('ada');
    const chat = system.client.conversation({ flow: 'remembering', user: ada });
    const call = { name: 'memory_write', arguments: { kind: 'fact', key: 'tree', value: 'oak' } };
    system.model.reply(toolCalls([call]), readBy({ key: 'tree' }), text('Oak.'));
    await chat.ask('My tree is an oak. Which is it?');
    const seen = async (flows?: string) => (await ask(ada, '/memories', { flows })).json;
    const all = {
      memories: [{ source: { flow: 'remembering' }, uses: { calls: 1, newest: [{}] } }],
      searchedCalls: 3,
    };
    expect(await seen()).toMatchObject(all);
    expect(await seen('helper,remembering')).toMatchObject(all);
    expect(await seen('helper')).toMatchObject({
      memories: [{ key: 'tree', value: 'oak', source: null, uses: { calls: 0, newest: [] } }],
      searchedCalls: 0,
    });
  });

  test('150 memories in one result, ten in that of identify_user -> all of them count', async () => {
    const ada = system.newUser('ada');
    const keys = Array.from({ length: 150 }, (_, n) => `k${n}`);
    await system.db
      .insertInto('memory')
      .values(keys.map((key) => ({ user_id: ada, kind: 'fact' as const, key, value: 'x' })))
      .execute();
    const chat = system.client.conversation({ flow: 'remembering', user: ada });
    system.model.reply(readBy({ limit: 200 }), text('Many.'));
    await chat.ask('What do you know?');
    const usesOf = async () => {
      const { memories } = (await ask(ada, '/memories?limit=200')).json as Wire<MemoryPage>;
      return memories.map(({ uses }) => uses.calls);
    };
    expect(await usesOf()).toEqual(keys.map(() => 1));
    system.model.reply(toolCalls([{ name: 'identify_user', arguments: {} }]), text('Ada.'));
    await chat.ask('Who am I?');
    expect((await usesOf()).toSorted()).toEqual(keys.map((_, n) => (n < 140 ? 1 : 2)));
  });

  test('too large and replaced by a pointer, or deleted and written again -> not counted', async () => {
    const ada = system.newUser('ada');
    const keys = Array.from({ length: 30 }, (_, n) => `k${n}`);
    const value = 'some words '.repeat(350);
    await system.db
      .insertInto('memory')
      .values(keys.map((key) => ({ user_id: ada, kind: 'fact' as const, key, value })))
      .execute();
    const chat = system.client.conversation({ flow: 'remembering', user: ada });
    system.model.reply(readBy({ limit: 200 }), readBy({ key: 'k1' }), readBy({ key: 'k2' }), text('Much.'));
    const { executionId } = await chat.ask('What do you know?');
    await ask(ada, '/memories?kind=fact&key=k2', { method: 'DELETE' });
    await writeMemory(system.db, { user: ada, kind: 'fact', key: 'k2', value: 'new' });
    const { memories } = (await ask(ada, '/memories')).json as Wire<MemoryPage>;
    const used = memories.filter(({ uses }) => uses.calls > 0);
    expect(used.map(({ key, uses }) => [key, uses.calls])).toEqual([['k1', 2]]);
    const calls = await system.client.executions.explain(executionId);
    expect(calls.at(-1)?.context.facts.map(({ key }) => key)).toEqual(['k1', 'k2']);
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
