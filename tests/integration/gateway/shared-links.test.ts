import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  apiKeys,
  createGateway,
  serveGateway,
  type RunningGateway,
} from '../../../packages/gateway/index.js';
import { startLocalGateway } from '../../../cli/serve/start-local-gateway.js';
import { readConfig } from '../../../config.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { createKey } from '../../../store/keys/manage-keys.js';
import type { NewSharedLink, SharedChat, SharedLink } from '../../../views/shared-link.js';
import { listRoutes } from './routes.js';

let system: TestSystem;
let gateway: RunningGateway;
let closed: RunningGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { model: { script: () => text('An answer.') } });
  const limits = { failedAttemptsPerMinute: 1_000 };
  const options = { client: system.client, authenticate: apiKeys(), limits };
  const local = { host: '127.0.0.1', port: 0 };
  gateway = await serveGateway(createGateway({ ...options, shareDays: 7 }), local);
  closed = await serveGateway(createGateway(options), local);
});
afterAll(async () => {
  await gateway?.close();
  await closed?.close();
  await system?.stop();
});

const LINKS = '/api/v1/conversations/assistant/links';

interface Sent {
  method?: string;
  body?: unknown;
  url?: string;
}

async function ask<Answer>(key: string, path: string, { method, body, url = gateway.url }: Sent = {}) {
  const response = await fetch(url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const answer = await response.text();
  return { status: response.status, json: (answer === '' ? undefined : JSON.parse(answer)) as Answer };
}

async function newUser() {
  const user = system.newUser();
  const { key } = await createKey(system.db, { user, admin: false }, { actor: user, via: 'command' });
  const conversation = system.client.conversation({ flow: 'assistant', user });
  await conversation.ask({ text: 'First question', turnId: 'first' });
  return { user, key, conversation };
}

async function share(key: string, body: object = {}): Promise<NewSharedLink> {
  const { status, json } = await ask<NewSharedLink>(key, LINKS, { body });
  expect(status).toBe(201);
  return json;
}

async function read(token: string, query = ''): Promise<SharedChat> {
  const { status, json } = await ask<SharedChat>(token, `/api/shared${query}`);
  expect(status).toBe(200);
  return json;
}

describe('addSharedChat', () => {
  test('the token of a link -> title and messages so far in pages; nothing later, nothing from branches or threads', async () => {
    const { key, conversation } = await newUser();
    await conversation.rename('About questions');
    const file = { type: 'file' as const, data: Buffer.from('secret content'), filename: 'a.txt' };
    await conversation.ask({ parts: [{ type: 'text', text: 'Second question' }, file], turnId: 'second' });
    const { token } = await share(key);
    await conversation.ask('Later question');
    const thread = await conversation.openThread({ message: 1, id: 'aside' });
    await thread.ask('Question aside');
    const edited = await conversation.edit('first', 'Edited question');
    for await (const _event of conversation.stream(edited.turnId));
    const chat = await read(token);
    expect(chat).toEqual({
      title: 'About questions',
      sharedAt: expect.any(String),
      expiresAt: expect.any(String),
      messages: [
        message({ seq: 4, role: 'assistant', text: 'An answer.' }),
        {
          ...message({ seq: 3, role: 'user', text: 'Second question' }),
          attachments: [{ name: 'a.txt', mediaType: 'text/plain', bytes: 14 }],
        },
        message({ seq: 2, role: 'assistant', text: 'An answer.' }),
        message({ seq: 1, role: 'user', text: 'First question' }),
      ],
      next: null,
    });
    const page = await read(token, '?limit=3');
    expect(page.messages.map(({ seq }) => seq)).toEqual([4, 3, 2]);
    const last = await read(token, `?limit=3&before=${page.next}`);
    expect([last.messages.map(({ seq }) => seq), last.next]).toEqual([[1], null]);
    expect((await read(token, '?before=900')).messages).toHaveLength(4);
  });

  test('every other route with a token -> 401; without one -> 401', async () => {
    const { key } = await newUser();
    const { token, id } = await share(key);
    const routes = (await listRoutes(gateway.url)).filter(({ method }) => method !== 'HEAD');
    const names: Record<string, string> = { flow: 'assistant', turnId: 'first', id, branch: '0' };
    const statuses = await Promise.all(
      routes.map(async ({ method, path }) => {
        const filled = path.replaceAll(/\{(\w+)\}|:(\w+)/g, (_all, one, other) => names[one ?? other] ?? '1');
        const body = ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined;
        return [method, path, (await ask(token, filled, { method, body })).status];
      }),
    );
    expect(statuses).toEqual(routes.map(({ method, path }) => [method, path, 401]));
    expect(statuses.length).toBeGreaterThan(60);
    expect((await ask(key, '/api/shared')).status).toBe(401);
    expect((await fetch(`${gateway.url}/api/shared`)).status).toBe(401);
    expect((await ask(`${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`, '/api/shared')).status).toBe(
      401,
    );
    expect((await read(token)).messages).toHaveLength(2);
  });

  test('revoked, expired, chat deleted, user forgotten -> 401, and the list lacks it', async () => {
    const { user, key, conversation } = await newUser();
    const list = async () => (await ask<SharedLink[]>(key, LINKS)).json.map(({ id }) => id);
    const [one, other] = [await share(key), await share(key, { days: 1 })];
    expect(
      Date.parse(one.expiresAt as unknown as string) - Date.parse(other.expiresAt as unknown as string),
    ).toBeGreaterThan(5 * 86_400_000);
    expect(await list()).toEqual([other.id, one.id]);
    const rows = await system.db.selectFrom('shared_link').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(one.token);
    expect((await ask(key, `${LINKS}/${one.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(one.token, '/api/shared')).status).toBe(401);
    await system.db
      .updateTable('shared_link')
      .set({ expires_at: new Date(0) })
      .where('id', '=', other.id)
      .execute();
    expect((await ask(other.token, '/api/shared')).status).toBe(401);
    expect(await list()).toEqual([]);
    const { token } = await share(key);
    const kept = await system.db.selectFrom('shared_link').select('id').where('id', '=', other.id).execute();
    expect(kept).toEqual([]);
    await conversation.delete();
    expect((await ask(token, '/api/shared')).status).toBe(401);
    await conversation.ask('Again');
    const last = await share(key);
    await system.client.forget(user);
    expect((await ask(last.token, '/api/shared')).status).toBe(401);
  });

  test("another user's key -> cannot share, list or revoke; too many days or no chat -> refused", async () => {
    const [ada, bob] = [await newUser(), system.newUser()];
    const { key } = await createKey(system.db, { user: bob, admin: false }, { actor: bob, via: 'command' });
    const { id, token } = await share(ada.key);
    expect((await ask(key, LINKS, { body: {} })).status).toBe(404);
    expect((await ask(key, LINKS)).json).toEqual([]);
    expect((await ask(key, `${LINKS}/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await read(token)).messages).toHaveLength(2);
    expect((await ask(ada.key, LINKS, { body: { days: 8 } })).status).toBe(400);
    expect((await ask(ada.key, LINKS, { body: { days: 0 } })).status).toBe(400);
  });

  test('30 links at once -> 20, then an error that names the fix; a revoked one makes room', async () => {
    const { key } = await newUser();
    const create = () => ask<NewSharedLink & { error: object }>(key, LINKS, { body: {} });
    const created = await Promise.all(Array.from({ length: 30 }, create));
    const made = created.filter(({ status }) => status === 201);
    expect(made).toHaveLength(20);
    const { status, json } = await create();
    expect([status, json.error]).toEqual([
      409,
      {
        type: 'Conversation.TooManyLinks',
        message: 'The conversation has 20 links: revoke one, or wait until one expires',
      },
    ]);
    await ask(key, `${LINKS}/${made[0]?.json.id}`, { method: 'DELETE' });
    await share(key);
  });

  test('`shareDays` of a project, in `npm start` -> its gateway shares', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'threadline-gateway-'));
    const config = readConfig({ THREADLINE_DATA_DIR: folder });
    const local = await startLocalGateway({
      client: system.client,
      config,
      temporalUi: undefined,
      hidesErrors: true,
      writeLog: () => undefined,
      settings: { shareDays: 5 },
    });
    const key = decodeURIComponent(local.studioWithKey.split('#key=')[1] ?? '');
    const url = local.studio.replace('/studio/', '');
    expect((await ask(key, '/api/v1/me', { url })).json).toMatchObject({ shareDays: 5 });
    await local.close();
    await rm(folder, { recursive: true });
  });

  test('a gateway without `shareDays` -> shares nothing, and its links do not open', async () => {
    const { user, key } = await newUser();
    const { token } = await share(key);
    const refused = await ask<{ error: object }>(key, LINKS, { body: {}, url: closed.url });
    expect([refused.status, refused.json.error]).toEqual([
      403,
      { type: 'Gateway.Forbidden', message: "Links are off: set the gateway's 'shareDays'" },
    ]);
    expect((await ask(token, '/api/shared', { url: closed.url })).status).toBe(404);
    expect((await ask(key, '/api/v1/me', { url: closed.url })).json).toMatchObject({ user, shareDays: null });
    expect((await ask(key, '/api/v1/me')).json).toMatchObject({ user, shareDays: 7 });
  });
});

function message(fields: object): object {
  return { isPartial: false, createdAt: expect.any(String) as string, attachments: [], ...fields };
}
