import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createGateway, type Gateway } from '../../../packages/gateway/index.js';
import { assistantFlow } from '../../../flow/default-flow.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { FLOWS, SECRET } from '../isolation/things-of-ada.js';

const BUDGET = { tokens: 50_000 };
const MORE = { tokens: 1e12, cost: 1e6 };
const [, ...others] = FLOWS;
const thrifty = { ...assistantFlow(SCRIPTED_MODEL), slug: 'thrifty', budget: BUDGET };

let system: TestSystem;
let gateway: Gateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [thrifty, ...others],
    model: { script: () => text('Hello.') },
  });
  gateway = createGateway({
    client: system.client,
    authenticate: ({ headers }) => {
      const user = headers.get('authorization')?.replace('Bearer ', '') ?? '';
      return { user, admin: user.startsWith('admin') };
    },
    limits: { requestsPerMinute: 10_000 },
  });
});
afterAll(() => system?.stop());

async function ask(path: string, { user, body }: { user: string; body?: unknown }) {
  const response = await gateway.fetch(
    new Request(`http://gateway${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${user}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  );
  return { status: response.status, text: await response.text() };
}

const messages = [{ role: 'user', content: 'Go' }];
const uiMessages = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Go' }] }];
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
const DOORS: Readonly<Record<string, readonly [path: string, body: object][]>> = {
  executions: [
    ['/api/v1/executions', { flow: 'thrifty', text: 'Go', budget: MORE }],
    ['/api/v1/executions', { flow: 'thrifty', text: 'Go', data: { budget: MORE } }],
    ['/api/v1/executions?budget=1e12', { flow: 'thrifty', text: 'Go' }],
  ],
  turns: [
    ['/api/v1/conversations/thrifty/turns', { text: 'Go', budget: MORE }],
    ['/api/v1/conversations/thrifty/turns', { text: 'Go', data: { budget: MORE } }],
    ['/api/v1/conversations/thrifty/turns?tokens=1e12', { text: 'Go' }],
  ],
  'chat completions': [
    ['/v1/chat/completions', { model: 'thrifty', messages, budget: MORE }],
    ['/v1/chat/completions', { model: 'thrifty', messages, metadata: { budget: '1e12' } }],
    ['/v1/chat/completions', { model: 'thrifty', messages: [{ ...messages[0], budget: MORE }] }],
  ],
  responses: [
    ['/v1/responses', { model: 'thrifty', input: 'Go', budget: MORE }],
    ['/v1/responses', { model: 'thrifty', input: 'Go', metadata: { budget: '1e12' } }],
  ],
  'useChat of the AI SDK': [
    ['/api/chat', { id: 'c', flow: 'thrifty', messages: uiMessages, budget: MORE }],
    [
      '/api/chat',
      {
        id: 'd',
        flow: 'thrifty',
        messages: [{ ...uiMessages[0], metadata: { budget: MORE }, budget: MORE }],
      },
    ],
  ],
  MCP: [['/mcp', { ...call, params: { name: 'thrifty', arguments: { message: 'Go', budget: MORE } } }]],
};

describe('a budget that a caller names', () => {
  test.each(Object.keys(DOORS))("by %s -> refused, or the flow's own limit", async (door) => {
    const user = system.newUser();
    for (const [path, body] of DOORS[door]!) {
      const { status, text: said } = await ask(path, { user, body });
      expect(status, `${path} ${JSON.stringify(body)}: ${said}`).toBeLessThan(500);
    }
    const started = await vi.waitFor(
      async () => {
        const found = await system.client.executions.list({ user });
        expect(found).not.toEqual([]);
        return found;
      },
      { timeout: 30_000 },
    );
    const most = started.map(({ budget }) => [budget?.tokens.max, budget?.cost.max]);
    expect(most).toEqual(started.map(() => [BUDGET.tokens, null]));
  });

  test('by a draft of a flow with more -> not found for a user', async () => {
    const user = system.newUser();
    const body = { definition: { ...thrifty, budget: MORE }, text: 'Go' };
    expect((await ask('/api/v1/flows/drafts', { user, body })).status).toBe(404);
    expect((await ask('/api/v1/flows', { user, body: body.definition })).status).toBe(404);
    expect(await system.client.executions.list({ user })).toEqual([]);
  });
});

const IDS = [
  '../../other',
  '..%2f..%2fother',
  '.',
  '__proto__',
  'constructor',
  'toString',
  "say'; drop table execution; --",
  'say" or 1=1',
  '$1',
  '%',
  '_',
  '*',
  'say\n',
  'ＳＡＹ',
  'ѕау',
  's\u200bay',
  '\ufeffsay',
  '\u202esay',
  'say\u0301',
  '9007199254740993',
  '-1',
  '1e309',
  'NaN',
  'x'.repeat(5_000),
  '𝕤'.repeat(300),
  '{{ trigger.text }}',
  '<script>alert(1)</script>',
];

describe('an id that nobody gave', () => {
  test.each(IDS)('%j at every newer route -> not found, and no internal error', async (id) => {
    const [user, admin] = [system.newUser('ada'), system.newUser('admin')];
    const { executionId, result } = await system.client.executions.start({ flow: 'note', text: 'x', user });
    await result();
    const own = encodeURIComponent(executionId);
    const part = encodeURIComponent(id);
    for (const path of [
      `/executions/${own}/nodes/${part}`,
      `/executions/${part}/nodes/say`,
      `/executions/${part}/trajectory/page`,
      `/executions/${part}/trajectory/touched`,
      `/executions/${part}/queues`,
      `/executions/${own}${part}/trajectory/page`,
      `/executions/${own}${encodeURIComponent('/')}${part}/tree`,
    ]) {
      const { status, text: said } = await ask(`/api/v1${path}`, { user });
      expect([400, 404], `${path}: ${said}`).toContain(status);
    }
    for (const path of [
      `/flows/${part}/versions`,
      `/flows/note/versions/${part}`,
      `/flows/${part}/versions/1`,
    ])
      expect((await ask(`/api/v1${path}`, { user })).status, path).toBe(404);
    const version = await ask(`/api/v1/flows/note/versions/${part}`, { user: admin });
    expect([400, 404], version.text).toContain(version.status);
    const body = { definition: FLOWS[1], text: 'x', id };
    const draft = await ask('/api/v1/flows/drafts', { user: admin, body });
    expect([202, 400, 404, 409, 422], draft.text).toContain(draft.status);
  });
});

const NO_MATCHES = { executions: [], next: null, searchedUntil: null };

describe('a filter or a search that wants to break the list', () => {
  test.each([
    ...['1e999', '-1', 'NaN', '0x10', '1e308', '5e-324', '', '1;drop', '１'].map((value) => [
      'minCost',
      value,
    ]),
    ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00Z', 'infinity', 'now'].flatMap(
      (value) => [
        ['since', value],
        ['until', value],
      ],
    ),
    ...['0', '501', '1e2', '5.5', '-1', '٣'].map((value) => ['limit', value]),
    ...['unknown', '__proto__', "running' or 1=1"].map((value) => ['status', value]),
    ...['ada', '%', "' or ''='"].map((value) => ['user', value]),
    ['everybody', 'true'],
    ['everybody', '1'],
    ['everybody', 'yes'],
  ])('%s=%s -> refused, or only their own data', async (field, value) => {
    const [ada, bob] = [system.newUser('ada'), system.newUser('bob')];
    const { result } = await system.client.executions.start({ flow: 'note', text: SECRET, user: ada });
    await result();
    for (const path of ['executions', 'executions/search']) {
      const { status, text: said } = await ask(`/api/v1/${path}?${field}=${encodeURIComponent(value!)}`, {
        user: bob,
      });
      expect([200, 400, 404], said).toContain(status);
      if (status === 200) expect([[], NO_MATCHES]).toContainEqual(JSON.parse(said));
    }
  });

  test.each([
    '%'.repeat(1_000),
    '_'.repeat(1_000),
    '(a|a)*'.repeat(150),
    '((((((((((a+)+)+)+)+)+)+)+)+)+$',
    'a & | ! :* <-> ()',
    "' or 1=1 --",
    '\\',
    '漢'.repeat(1_000),
    'a '.repeat(500),
    '"'.repeat(999),
    '\ud800',
    '\u202e\u200b',
    `${SECRET}:*`,
    `${SECRET}%`,
  ])('a search for %j -> an answer without a word of other users', async (q) => {
    const [ada, bob] = [system.newUser('ada'), system.newUser('bob')];
    await system.client.conversation({ flow: 'thrifty', user: ada }).ask(`Keep ${SECRET} aaaaaaaaaaaaaaaa`);
    const asked = encodeURIComponent(q.toWellFormed());
    const { status, text: said } = await ask(`/api/v1/search?q=${asked}`, { user: bob });
    expect([200, 400], said).toContain(status);
    expect(said).not.toContain('Keep');
  });
});
