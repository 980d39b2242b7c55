import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createGateway, type Gateway } from '../../../packages/gateway/index.js';
import { REST_ROUTES } from '../../../packages/gateway/rest/rest-routes.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { findUndescribed } from './described-answers.js';
import { FLOWS, script, SECRET } from '../isolation/things-of-ada.js';

let system: TestSystem;
let gateway: Gateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: FLOWS, model: { script } });
  gateway = createGateway({
    client: system.client,
    authenticate: ({ headers }) => {
      const user = headers.get('x-user') ?? 'nobody';
      return { user, admin: user.startsWith('root'), ...(user === 'root of note' && { flows: ['note'] }) };
    },
  });
});
afterAll(() => system?.stop());

async function ask(method: string, path: string, { user, body }: { user: string; body?: unknown }) {
  const response = await gateway.fetch(
    new Request(`http://gateway/api/v1${path}`, {
      method,
      headers: { 'x-user': user, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  expect(findUndescribed(method, path, { status: response.status, text })).toEqual([]);
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const { status, headers } = response;
  return { status, headers, text, json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} };
}

const BODIES: Readonly<Record<string, unknown>> = {
  'post /conversations/{flow}/turns': { text: 'mine' },
  'patch /conversations/{flow}/turns/{turnId}': { whileRunning: 'steer' },
  'post /conversations/{flow}/turns/{turnId}/retry': {},
  'post /conversations/{flow}/branches/{branch}/switch': {},
  'post /conversations/{flow}/turns/{turnId}/regenerate': {},
  'post /conversations/{flow}/turns/{turnId}/edit': { text: 'mine' },
  'post /conversations/{flow}/turns/{turnId}/fork': {},
  'post /conversations/{flow}/threads': { message: 1, id: 'mine' },
  'post /conversations/{flow}/merge': { format: 'transcript' },
  'put /conversations/{flow}/title': { title: 'mine' },
  'post /flows': { slug: 'note' },
  'post /flows/check': { slug: 'note' },
  'post /flows/drafts': { definition: { slug: 'note' }, text: 'mine' },
  'post /executions': { flow: 'note', text: 'mine' },
  'post /executions/{executionId}/answer': { answer: 'yes' },
  'post /executions/{executionId}/steps': { text: 'Tell all' },
};

describe('REST_ROUTES', () => {
  test('a conversation, a thread and an execution -> read back by all routes', async () => {
    const user = system.newUser('ada & co/1');
    const asked = { user };
    const turn = await ask('POST', '/conversations/note/turns?channel=side', { user, body: { text: 'One' } });
    const { turnId, executionId } = turn.json as { turnId: string; executionId: string };
    const events = await ask('GET', `/conversations/note/turns/${turnId}/events?channel=side`, asked);
    expect(events.text).toContain('"type":"done"');
    const { json } = await ask('GET', '/conversations/note/messages?channel=side', asked);
    expect(json).toMatchObject({ messages: [{ text: 'Noted: One' }, { text: 'One' }], hasMore: false });
    expect((await ask('GET', '/conversations', asked)).json).toMatchObject({
      conversations: [{ flow: 'note', channel: 'side' }],
      next: null,
    });
    const one = `/executions/${encodeURIComponent(executionId)}`;
    expect((await ask('GET', one, asked)).json).toMatchObject({ executionId, answer: 'Noted: One' });
    expect((await ask('GET', `${one}/tree`, asked)).json).toMatchObject([{ executionId }]);
    const thread = await ask('POST', '/conversations/note/threads?channel=side', {
      user,
      body: { message: 1, id: 't/1' },
    });
    expect(thread).toMatchObject({ status: 201, json: { id: 't/1' } });
    const below = await ask('GET', '/conversations/note/messages?channel=side&thread=t%2F1', asked);
    expect(below).toMatchObject({ status: 200, json: { messages: [] } });
    const upload = await ask('POST', '/uploads?filename=a.txt', { user, body: { some: 'text' } });
    expect(upload).toMatchObject({ status: 201, json: { ref: expect.any(String), filename: 'a.txt' } });
    const file = await ask('GET', `/uploads/${encodeURIComponent(String(upload.json['ref']))}`, asked);
    expect(file).toMatchObject({ status: 200, text: '{"some":"text"}' });
    expect(file.headers.get('content-disposition')).toBe('attachment');
    expect(file.headers.get('content-security-policy')).toBe('sandbox');
    const parts = [{ type: 'file', data: upload.json['ref'], filename: 'a.txt' }];
    const started = await ask('POST', '/executions', { user, body: { flow: 'note', parts } });
    expect(started.status).toBe(202);
    const run = `/executions/${encodeURIComponent(String(started.json['executionId']))}`;
    expect((await ask('GET', `${run}/events`, asked)).text).toContain('"type":"done"');
    expect((await ask('GET', run, asked)).json).toMatchObject({ answer: expect.stringContaining('a.txt') });
    const both = { flow: 'note', text: 'x', parts };
    expect(await ask('POST', '/executions', { user, body: both })).toMatchObject({ status: 400 });
    expect((await ask('GET', `${one}/details`, asked)).json).toMatchObject({ nodes: expect.any(Array) });
    const slugs = ((await ask('GET', '/flows', asked)).json as unknown as { slug: string }[]).map(
      ({ slug }) => slug,
    );
    expect(slugs).toContain('note');
  });

  test('a caller limited to some flows -> can read new files and files of those flows, but no others', async () => {
    const user = system.newUser();
    const { ref } = await system.client.upload(Buffer.from('A secret file'), { user });
    const limitedTo = (flow: string) =>
      createGateway({ client: system.client, authenticate: () => ({ user, flows: [flow] }) });
    const path = `http://gateway/api/v1/uploads/${encodeURIComponent(ref)}`;
    const read = async (flow: string) => (await limitedTo(flow).fetch(new Request(path))).status;
    expect([await read('note'), await read('other')]).toEqual([200, 200]);
    await system.client.conversation({ flow: 'note', user }).ask({ parts: [{ type: 'file', data: ref }] });
    expect([await read('note'), await read('other')]).toEqual([200, 404]);
  });

  test('retried, and forked -> branches, each with its messages, and another conversation', async () => {
    const user = system.newUser();
    const send = (path: string, body: unknown) => ask('POST', `/conversations/note${path}`, { user, body });
    const listed = async (path: string) => {
      const { json } = await ask('GET', `/conversations/note/messages${path}`, { user });
      return (json['messages'] as { text: string }[]).map(({ text }) => text).reverse();
    };
    const ended = (turnId: string) => ask('GET', `/conversations/note/turns/${turnId}/events`, { user });
    await send('/turns', { text: 'One', turnId: 'one' });
    await ended('one');
    const edited = await send('/turns/one/edit', { text: 'Two', turnId: 'two' });
    expect(edited).toMatchObject({ status: 202, json: { turnId: 'two' } });
    await ended('two');
    await send('/turns/two/regenerate', { turnId: 'again' });
    await ended('again');
    const { json } = await ask('GET', '/conversations/note/branches', { user });
    expect(json).toMatchObject([{ number: 0 }, { number: 1 }, { number: 2, isCurrent: true }]);
    expect(await listed('?branch=0')).toEqual(['One', 'Noted: One']);
    expect(await send('/branches/0/switch', {})).toMatchObject({ status: 202 });
    expect((await send('/branches/x/switch', {})).status).toBe(422);
    await expect.poll(() => listed('')).toEqual(['One', 'Noted: One']);
    const forked = await send('/turns/two/fork', { channel: 'other' });
    expect(forked).toMatchObject({ status: 201, json: { channel: 'other' } });
    expect(await listed('?channel=other')).toEqual(['Two', 'Noted: Two']);
    expect((await send('/turns/one/fork', { channel: 'other' })).status).toBe(409);
  });

  test('a fork for another user -> by an administrator alone; if one user is forgotten, both are deleted', async () => {
    const [ada, eve] = [system.newUser('ada'), system.newUser('eve')];
    await ask('POST', '/conversations/note/turns', { user: ada, body: { text: 'One', turnId: 'one' } });
    await ask('GET', '/conversations/note/turns/one/events', { user: ada });
    const FORK = '/conversations/note/turns/one/fork';
    const body = { channel: 'given', user: eve };
    expect((await ask('POST', FORK, { user: ada, body })).status).toBe(404);
    const forking = new Request(`http://gateway/api/v1${FORK}`, {
      method: 'POST',
      headers: { 'x-user': 'root', 'threadline-user': ada },
      body: JSON.stringify(body),
    });
    const forked = await gateway.fetch(forking);
    expect(forked.status).toBe(201);
    expect(await forked.json()).toEqual({ workflowId: `conversation/note/${eve}/given`, channel: 'given' });
    const given = '/conversations/note/messages?channel=given';
    expect((await ask('GET', given, { user: eve })).text).toContain('Noted: One');
    const her = `/users/${encodeURIComponent(ada)}`;
    for (const user of [eve, ada, 'root of note'])
      expect((await ask('DELETE', her, { user })).status, user).toBe(404);
    expect(await ask('DELETE', her, { user: 'root' })).toMatchObject({
      status: 200,
      json: { rows: { conversation: 2, turn: 1 } },
    });
    expect((await ask('GET', given, { user: eve })).json).toMatchObject({ messages: [] });
    expect(await ask('DELETE', her, { user: 'root' })).toMatchObject({
      status: 200,
      json: { rows: { conversation: 0 } },
    });
  });

  test('every route, called by another user with Ada’s ids -> none of her data, and no server error', async () => {
    const [ada, bob] = [system.newUser('ada'), system.newUser('bob')];
    const sent = await ask('POST', '/conversations/note/turns', {
      user: ada,
      body: { text: SECRET, turnId: 'daily' },
    });
    const { executionId } = sent.json as { executionId: string };
    await ask('GET', '/conversations/note/turns/daily/events', { user: ada });
    const names = {
      flow: 'note',
      turnId: 'daily',
      id: 'daily',
      executionId,
      nodeId: 'say',
      branch: '1',
      ref: 'upload:hers',
      version: '1',
      user: ada,
    };
    for (const { method, path } of REST_ROUTES) {
      if (path.endsWith('/changes')) continue;
      if (path.endsWith('/clear') || path.endsWith('/close')) continue;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
        encodeURIComponent(names[name as keyof typeof names]),
      );
      const body = BODIES[`${method} ${path}`];
      const answer = await ask(
        method.toUpperCase(),
        filled,
        body === undefined ? { user: bob } : { user: bob, body },
      );
      expect(answer.text, `${method} ${path}`).not.toContain(SECRET);
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(500);
      if (path.includes('{executionId}') || path.includes('{user}')) expect(answer.status, path).toBe(404);
    }
    expect((await ask('GET', '/conversations/note/messages', { user: ada })).text).toContain(SECRET);
  });

  test('an invalid field -> refused with its name', async () => {
    const body = { message: 'one' };
    expect(await ask('POST', '/conversations/note/threads', { user: 'ada', body })).toMatchObject({
      status: 400,
      json: { error: { type: 'Gateway.InvalidRequest', message: expect.stringContaining("'body.message'") } },
    });
    const many = await ask('GET', '/conversations/note/messages?limit=501', { user: 'ada' });
    expect([many.status, many.text]).toEqual([400, expect.stringContaining("'query.limit'")]);
    for (const path of [
      '/executions/%ff',
      '/executions/..%2f..%2fetc',
      `/conversations/${'x'.repeat(500)}/messages`,
    ])
      expect((await ask('GET', path, { user: 'ada' })).status, path).toBeLessThan(500);
  });

  test('the description -> every route, and a page without a script', async () => {
    const document = (await ask('GET', '/openapi.json', { user: '' })).json as {
      paths: Record<string, object>;
    };
    const described = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    expect(described).toHaveLength(REST_ROUTES.length);
    const page = await gateway.fetch(new Request('http://gateway/api/docs'));
    const html = await page.text();
    expect(html).toContain('/api/v1/conversations/{flow}/turns');
    expect(html).not.toMatch(/<script|https?:/);
  });
});
