import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { ConversationPage } from '../../../views/conversation.js';
import type { MemoryPage } from '../../../views/memory.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

async function get<Answer>(user: string, path: string): Promise<Answer> {
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${user}` },
  });
  return (await response.json()) as Answer;
}

/** The newest is 1. The last three have no message, and each pair has the same time. */
async function addConversations(user: string, count: number): Promise<void> {
  await sql`
    insert into conversation (workflow_id, flow_slug, user_id, channel, last_message_at)
    select 'conversation/assistant/' || ${user} || '/' || n, 'assistant', ${user}, n::text,
      case when n <= ${count - 3}::integer then timestamptz '2026-01-01' - make_interval(secs => n / 2 * 0.0001) end
    from generate_series(${count}::integer, 1, -1) n`.execute(system.db);
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

describe('GET /conversations', () => {
  const listAll = async (
    user: string,
    between: (page: number) => Promise<unknown> = async () => undefined,
  ) => {
    const channels: string[] = [];
    let next: string | null = '';
    for (let page = 1; next !== null; page += 1) {
      const query: string = next === '' ? '' : `&before=${encodeURIComponent(next)}`;
      const read: ConversationPage = await get(user, `/conversations?limit=4${query}`);
      channels.push(...read.conversations.map(({ channel }) => channel));
      ({ next } = read);
      await between(page);
    }
    return channels;
  };

  test('pages of pinned, used and unused conversations -> each once, in order', async () => {
    const user = system.newUser();
    await addConversations(user, 13);
    await sql`update conversation set pinned_at = now() where user_id = ${user} and channel in ('7', '12')`.execute(
      system.db,
    );
    const rest = numbers(1, 13).filter((channel) => channel !== '7' && channel !== '12');
    expect(await listAll(user)).toEqual(['7', '12', ...rest]);
  });

  test('a conversation is used and another archived between two pages -> none is repeated or skipped', async () => {
    const user = system.newUser();
    await addConversations(user, 12);
    const move = (page: number) =>
      page === 1
        ? sql`update conversation set last_message_at = case when channel = '2' then now() else last_message_at end,
            archived_at = case when channel = '3' then now() end
            where user_id = ${user} and channel in ('2', '3')`.execute(system.db)
        : Promise.resolve();
    expect(await listAll(user, move)).toEqual(numbers(1, 12));
  });

  test.each(['x', Buffer.from('["a",1,2]').toString('base64url')])('before=%s -> 400', async (cursor) => {
    const error = { error: { type: 'Client.InvalidCursor' } };
    expect(await get('ada', `/conversations?before=${cursor}`)).toMatchObject(error);
    expect(await get('ada', `/memories?before=${cursor}`)).toMatchObject(error);
  });
});

describe('GET /memories', () => {
  test('pages of memories changed at the same time -> each once', async () => {
    const user = system.newUser();
    const keys = numbers(1, 9);
    await system.db
      .insertInto('memory')
      .values(keys.map((key) => ({ user_id: user, kind: 'fact' as const, key, value: 'x' })))
      .execute();
    await sql`update memory set updated_at = timestamptz '2026-01-01' - make_interval(secs => key::integer / 4 * 0.0001)
      where user_id = ${user}`.execute(system.db);
    const read: string[] = [];
    let page = await get<MemoryPage>(user, '/memories?limit=2');
    for (;;) {
      read.push(...page.memories.map(({ key }) => key));
      if (page.next === null) break;
      page = await get(user, `/memories?limit=2&before=${encodeURIComponent(page.next)}`);
    }
    expect(read).toEqual(keys);
  });
});

test('resources/list by an MCP client, a conversation archived between two pages -> all others, once', async () => {
  const user = system.newUser();
  await addConversations(user, 60);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${user}` } },
    }),
  );
  try {
    const first = await client.listResources();
    await sql`update conversation set archived_at = now() where user_id = ${user} and channel = '3'`.execute(
      system.db,
    );
    const second = await client.listResources({ cursor: first.nextCursor });
    const channels = [...first.resources, ...second.resources].map(({ uri }) => uri.split('/').at(-1));
    expect(channels).toEqual(numbers(1, 60));
    expect(second.nextCursor).toBeUndefined();
    await expect(client.listResources({ cursor: '50' })).rejects.toMatchObject({ code: -32_602 });
  } finally {
    await client.close();
  }
});

describe('numbers in queries', () => {
  test.each([
    '/api/v1/conversations/assistant/messages?branch=',
    '/api/v1/conversations/assistant/messages?branch=0x0',
    '/api/v1/conversations?limit=1e1',
    '/api/v1/conversations?limit=501',
    '/api/v1/executions/search?minCost=',
    '/api/v1/executions/search?minCost=0x1',
    '/api/v1/search?q=a&limit=%201',
    '/api/chat/c?limit=',
    '/v1/conversations/c/items?limit=0x10',
  ])('%s -> 400 with the parameter', async (path) => {
    const response = await fetch(gateway.url + path, { headers: { authorization: 'Bearer ada' } });
    const name = /(\w+)=[^=]*$/.exec(path)![1]!;
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(name)]);
  });

  test('digits -> accepted', async () => {
    const read = await get('ada', '/executions/search?minCost=0.5&limit=500');
    expect(read).toMatchObject({ executions: [] });
  });
});

describe('routes outside the families', () => {
  test.each([
    ['POST', '/healthz'],
    ['DELETE', '/readyz'],
    ['POST', '/api/docs'],
    ['PUT', '/api/v1/openapi.json'],
    ['OPTIONS', '/healthz'],
  ])('%s %s -> 405 with the accepted methods', async (method, path) => {
    const response = await fetch(gateway.url + path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await response.json()).toMatchObject({ error: { type: 'Gateway.MethodNotAllowed' } });
  });

  test('/readyz 100 times at once -> one look at Postgres', async () => {
    let looks = 0;
    const client = {
      ...system.client,
      flows: (options?: { timeoutMs?: number }) => {
        looks += 1;
        return system.client.flows(options);
      },
    };
    const own = await serveGateway({ client });
    try {
      const responses = await Promise.all(
        Array.from({ length: 100 }, () => fetch(`${own.url}/readyz`).then(({ status }) => status)),
      );
      expect(new Set(responses)).toEqual(new Set([200]));
      expect(looks).toBeLessThan(10);
    } finally {
      await own.close();
    }
  });
});
