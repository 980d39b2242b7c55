import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  anyKnown,
  apiKeys,
  createGateway,
  serveGateway,
  singleKey,
  type Gateway,
  type RequestFacts,
} from '../../../packages/gateway/index.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

let system: TestSystem;
let gateway: Gateway;
const logged: RequestFacts[] = [];
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { model: { script: () => text('Two words.') } });
  gateway = createGateway({
    client: system.client,
    authenticate: ({ headers }) => {
      const user = headers.get('authorization')?.replace('Bearer ', '');
      if (user === undefined) return null;
      return {
        user,
        admin: user.startsWith('admin'),
        flows: user.startsWith('narrow') ? ['other'] : undefined,
      };
    },
    log: (facts) => logged.push(facts),
  });
});
afterAll(() => system?.stop());

function ask(
  path: string,
  { user, body, ...init }: Omit<RequestInit, 'body'> & { user?: string; body?: unknown } = {},
) {
  const headers = new Headers(init.headers);
  if (user !== undefined) headers.set('authorization', `Bearer ${user}`);
  return gateway.fetch(
    new Request(`http://gateway${path}`, {
      ...init,
      headers,
      method: init.method ?? (body === undefined ? 'GET' : 'POST'),
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
}

const TURNS = '/api/v1/conversations/assistant/turns';

describe('createGateway', () => {
  test('failures past the limit from one address -> 429, a valid key is still accepted; `addressHeader` names the address', async () => {
    const guarded = createGateway({
      client: system.client,
      authenticate: anyKnown(singleKey({ key: 'right', user: 'ada' }), apiKeys()),
      limits: { failedAttemptsPerMinute: 2 },
    });
    const running = await serveGateway(guarded, {
      host: '127.0.0.1',
      port: 0,
      addressHeader: 'x-forwarded-for',
    });
    const ask = async (key: string, from: string): Promise<number> => {
      const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': from };
      return (await fetch(`${running.url}/api/v1/flows`, { headers })).status;
    };
    try {
      expect(await ask('wrong', 'made up, 10.1.1.1')).toBe(401);
      expect(await ask(`tl_${'0'.repeat(12)}_${'0'.repeat(43)}`, 'else, 10.1.1.1')).toBe(401);
      expect(await ask('wrong', '10.1.1.1')).toBe(429);
      expect(await ask('right', '10.1.1.1')).toBe(200);
      expect(await ask('wrong', '10.1.1.2')).toBe(401);
    } finally {
      await running.close();
    }
  });

  test('a message and its stream -> the events of the turn, again after any of them; logged without its text', async () => {
    const user = system.newUser();
    const sent = await ask(TURNS, { user, body: { text: 'A secret', turnId: 'one' } });
    expect([sent.status, await sent.json()]).toMatchObject([202, { turnId: 'one' }]);
    const stream = await ask(`${TURNS}/one/events`, { user });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const events = eventsIn(await stream.text());
    expect([events[0], events.at(-1)]).toMatchObject([
      { type: 'started' },
      { type: 'done', text: 'Two words.' },
    ]);
    const after = await ask(`${TURNS}/one/events`, { user, headers: { 'last-event-id': events[1]!.id } });
    expect(eventsIn(await after.text())).toEqual(events.slice(2));
    const last = { 'last-event-id': events.at(-1)!.id };
    expect((await ask(`${TURNS}/one/events`, { user, headers: last })).status).toBe(204);
    expect((await ask(`${TURNS}/one/events`, { user, method: 'HEAD' })).status).toBe(200);
    expect(gateway.openStreams).toBe(0);
    expect(logged).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        route: '/api/v1/conversations/:flow/turns',
        user,
        turn: 'one',
      }),
    );
    expect(JSON.stringify(logged)).not.toContain('secret');
  });

  test('no user, another user, another flow -> 401, and 404 as if nothing existed', async () => {
    const user = system.newUser();
    await ask(TURNS, { user, body: { text: 'Hello', turnId: 'one' } });
    const nobody = await ask(`${TURNS}/one/events`);
    expect([nobody.status, await nobody.json()]).toMatchObject([
      401,
      { error: { type: 'Gateway.Unauthorized' } },
    ]);
    const other = await ask(`${TURNS}/one/events`, { user: system.newUser('bob') });
    expect([other.status, await other.json()]).toMatchObject([404, { error: { type: 'Client.NotFound' } }]);
    const narrow = await ask(TURNS, { user: 'narrow', body: { text: 'Hello' } });
    expect(narrow.status).toBe(404);
    const named = { headers: { 'threadline-user': user } };
    expect((await ask(`${TURNS}/one/events`, { user: 'bob', ...named })).status).toBe(404);
    const admin = await ask(`${TURNS}/one/events`, { user: 'admin', ...named });
    expect(eventsIn(await admin.text()).at(-1)).toMatchObject({ type: 'done' });
  });

  test.each([
    ['no JSON', '{', 400],
    ['neither text nor parts', {}, 400],
    ['a field that nobody knows', { text: 'Hello', chanel: 'side' }, 400],
    ['an empty text', { text: ' ' }, 422],
    ['more parts than are taken', { parts: Array(51).fill({ type: 'text', text: 'a' }) }, 422],
    ['a body that is too long', 'x'.repeat(29 * 1024 * 1024), 413],
  ])('%s -> refused with its status', async (_what, body, status) => {
    const response = await ask(TURNS, { user: 'ada', body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
  });

  test('an execution of all users -> readable by administrators, also without a user; refused for others', async () => {
    const run = await system.client.executions.start({ flow: 'assistant', text: 'Hello' });
    await run.result();
    const { executionId } = run;
    const path = `/api/v1/executions/${encodeURIComponent(executionId)}`;
    for (const part of ['', '/tree', '/explanation', '/trajectory/page']) {
      const read = (user: string, query = '?everybody=true') =>
        ask(`${path}${part}${query}`, { user }).then(({ status }) => status);
      expect([await read('admin'), await read('admin', ''), await read('ada')], part).toEqual([
        200, 404, 404,
      ]);
    }
  });

  test('more requests or streams than a user may have -> 429 with the retry time', async () => {
    const narrow = createGateway({
      client: system.client,
      authenticate: () => ({ user: 'ada' }),
      limits: { requestsPerMinute: 2, openStreams: 0 },
    });
    const get = (path: string) => narrow.fetch(new Request(`http://gateway/api/v1${path}`));
    for (const response of [
      await get('/executions/x/events'),
      await get('/flows'),
      await get('/flows'),
    ].filter(({ status }) => status !== 200))
      expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await get('/flows')).status).toBe(429);
    const body = '{"model":"assistant","stream":true,"messages":[{"role":"user","content":"Hello"}]}';
    const none = createGateway({
      client: system.client,
      authenticate: () => ({ user: 'ada' }),
      limits: { openStreams: 0 },
    });
    const chat = await none.fetch(
      new Request('http://gateway/v1/chat/completions', { method: 'POST', body }),
    );
    expect([chat.status, chat.headers.get('retry-after')]).toEqual([429, '1']);
    for (const [path, request] of [
      ['chat/completions', { messages: [{ role: 'user', content: 'Hello' }] }],
      ['responses', { input: 'Hello' }],
    ] as const) {
      const whole = JSON.stringify({ model: 'assistant', ...request });
      const asked = new Request(`http://gateway/v1/${path}`, { method: 'POST', body: whole });
      expect([path, (await none.fetch(asked)).status]).toEqual([path, 429]);
    }
  });

  test('a method that an address does not accept -> 405 with the accepted ones', async () => {
    const user = system.newUser();
    const wrong = await ask(TURNS, { user, method: 'PUT', body: {} });
    expect([wrong.status, wrong.headers.get('allow'), await wrong.json()]).toMatchObject([
      405,
      'POST',
      { error: { type: 'Gateway.MethodNotAllowed', message: 'This route accepts POST, not PUT' } },
    ]);
    const models = await ask('/v1/models', { user, body: {} });
    expect([models.status, models.headers.get('allow'), await models.json()]).toMatchObject([
      405,
      'GET, HEAD',
      { error: { code: 'method_not_allowed', param: null } },
    ]);
    expect((await ask('/v1/models/', { user, method: 'PATCH' })).status).toBe(404);
  });

  test.each([
    ['nobody', '/v1/models', {}, 401, 'authentication_error', 'invalid_api_key'],
    ['no such route', '/v1/engines', { user: 'ada' }, 404, 'not_found_error', 'unknown_url'],
    [
      'a character of value zero',
      '/v1/models/%00',
      { user: 'ada' },
      400,
      'invalid_request_error',
      'invalid_request',
    ],
    [
      'a body that is too long',
      '/v1/chat/completions',
      { user: 'ada', body: 'x'.repeat(29 * 1024 * 1024) },
      413,
      'invalid_request_error',
      'request_too_large',
    ],
  ])(
    "below /v1: %s -> an error in the shape of OpenAI's clients",
    async (_what, path, init, status, type, code) => {
      const response = await ask(path, init);
      expect([response.status, await response.json()]).toEqual([
        status,
        { error: { message: expect.any(String) as string, type, param: null, code } },
      ]);
    },
  );

  test('a page of another origin that sends cookies -> refused, unless its origin is listed', async () => {
    const origins = ['https://chat.example.com'];
    const open = createGateway({ client: system.client, authenticate: () => ({ user: 'ada' }), origins });
    const post = async (headers: Record<string, string>) =>
      (await open.fetch(new Request(`http://gateway${TURNS}`, { method: 'POST', headers, body: '{}' })))
        .status;
    const evil = 'https://evil.example.com';
    expect(await post({ origin: evil, 'sec-fetch-site': 'cross-site' })).toBe(401);
    expect(await post({ origin: evil, host: 'gateway' })).toBe(401);
    expect(await post({ origin: origins[0]!, 'sec-fetch-site': 'cross-site' })).toBe(400);
    expect(await post({ origin: 'https://gateway', host: 'gateway' })).toBe(400);
    expect(await post({})).toBe(400);
    const foreign = { origin: evil, 'sec-fetch-site': 'cross-site' };
    expect(await post({ ...foreign, authorization: 'Basic YTpi' })).toBe(401);
    expect(await post({ ...foreign, authorization: 'Bearer a' })).toBe(400);
  });

  test('a page of a listed origin -> may send cookies, and reads the headers on which clients depend', async () => {
    const origin = 'https://chat.example.com';
    const options = { client: system.client, authenticate: () => ({ user: 'ada' }), origins: [origin] };
    const open = createGateway(options);
    const send = async (method: string, headers: Record<string, string>) =>
      (await open.fetch(new Request(`http://gateway${TURNS}`, { method, headers: { origin, ...headers } })))
        .headers;
    const preflight = await send('OPTIONS', { 'access-control-request-method': 'POST' });
    expect(preflight.get('access-control-allow-credentials')).toBe('true');
    const exposed = (await send('POST', {})).get('access-control-expose-headers')?.split(',');
    expect(exposed).toEqual(
      expect.arrayContaining(['retry-after', 'x-should-retry', 'x-threadline-warning', 'mcp-session-id']),
    );
    const evil = await send('OPTIONS', { origin: 'https://evil.example.com' });
    expect(evil.get('access-control-allow-origin')).toBeNull();
  });

  test('an application that returns a text for the list of flows -> an internal error, and no access', async () => {
    const authenticate = () => ({ user: 'ada', flows: 'assistant' as unknown as string[] });
    const wrong = createGateway({ client: system.client, authenticate });
    expect((await wrong.fetch(new Request('http://gateway/api/v1/flows'))).status).toBe(500);
  });

  test('health, readiness, an unknown route -> answered', async () => {
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(200);
    for (const path of ['/api/v1/executions/a%00', '/api/v1/executions?flow=%00', `${TURNS}/%00/events`])
      expect((await ask(path, { user: 'ada' })).status).toBe(400);
    for (const path of ['/nowhere', '/api/v1/nowhere'])
      expect(await (await ask(path, { user: 'ada' })).json()).toMatchObject({
        error: { type: 'Gateway.NotFound' },
      });
  });
});

function eventsIn(body: string): { id: string; type: string }[] {
  return body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as { id: string; type: string });
}
