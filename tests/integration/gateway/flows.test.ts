import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createGateway, type Gateway } from '../../../packages/gateway/index.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

let system: TestSystem;
let gateway: Gateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [agentFlow({ slug: 'helper' })] });
  gateway = createGateway({
    client: system.client,
    authenticate: ({ headers }) => {
      const user = headers.get('x-user') ?? '';
      return { user, admin: user !== 'ada', flows: user === 'narrow' ? ['other'] : undefined };
    },
    temporalUi: 'http://ui/namespaces/default/workflows',
    alertRules: 'http://alerts/?search={rule}',
  });
});
afterAll(() => system?.stop());

async function ask(user: string, path: string, body?: unknown) {
  const request = new Request(`http://gateway/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-user': user, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const response = await gateway.fetch(request);
  return { status: response.status, json: (await response.json()) as unknown };
}

const DRAFT = agentFlow({ slug: 'helper', system: 'Answer in verse.' });
const NOT_REPEATABLE = { status: 409, json: { error: { type: 'Execution.NotRepeatable' } } };
const NOT_FOUND = { status: 404, json: { error: { type: 'Client.NotFound' } } };

describe('flowRoutes', () => {
  test('a draft -> checked, run only by its tester, published; then the next turn runs it', async () => {
    expect(await ask('boss', '/flows/check', DRAFT)).toMatchObject({
      status: 200,
      json: { isValid: true, problems: [] },
    });
    system.model.reply(text('Roses.'));
    const input = { definition: DRAFT, text: 'Name a flower', id: 'once' };
    const tried = await ask('boss', '/flows/drafts', input);
    expect(tried).toMatchObject({ status: 202, json: { version: 2 } });
    const { executionId } = tried.json as { executionId: string };
    expect((await ask('boss', '/flows/drafts', input)).json).toEqual(tried.json);
    await expect
      .poll(() => ask('boss', `/executions/${encodeURIComponent(executionId)}`))
      .toMatchObject({ json: { status: 'completed', flowVersion: 2, answer: 'Roses.', user: 'boss' } });
    expect(await ask('ada', `/executions/${encodeURIComponent(executionId)}`)).toMatchObject(NOT_FOUND);
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('Answer in verse.');
    system.model.reply(text('Tulips.'));
    const chat = system.client.conversation({ flow: 'helper', user: 'ada' });
    await chat.ask('Name a flower');
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).not.toContain('Answer in verse.');
    expect((await ask('boss', '/flows/helper/versions')).json).toMatchObject([
      { version: 2, isDraft: true, isCurrent: false },
      { version: 1, isDraft: false, isCurrent: true },
    ]);
    const put = { status: 201, json: { kind: 'again', slug: 'helper', version: 2 } };
    expect(await ask('boss', '/flows', DRAFT)).toEqual(put);
    expect((await ask('boss', '/flows', DRAFT)).json).toMatchObject({ kind: 'same' });
    expect((await ask('boss', '/flows/helper/versions/2')).json).toMatchObject({
      isCurrent: true,
      isDraft: false,
      definition: DRAFT,
    });
    system.model.reply(text('Lilies.'));
    await chat.ask('Name another');
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('Answer in verse.');
    expect((await ask('boss', '/flows/helper/versions')).json).toMatchObject([
      { version: 2, publishedBy: 'boss', publishedAt: expect.any(String) },
      { version: 1, publishedBy: 'worker', publishedAt: expect.any(String) },
    ]);
    const entries = await system.db
      .selectFrom('audit_entry')
      .select(['actor', 'action', 'target'])
      .where('actor', '=', 'boss')
      .orderBy('id')
      .execute();
    expect(entries).toEqual(
      expect.arrayContaining([
        { actor: 'boss', action: 'flow.try', target: 'flow/helper@2' },
        { actor: 'boss', action: 'flow.change', target: 'flow/helper@2' },
      ]),
    );
  });

  test('a draft from a node, with the outputs before it -> only that node runs; without the node, or published -> refused', async () => {
    const definition = {
      slug: 'halved',
      name: 'Halved',
      nodes: [
        { id: 'start', kind: 'manual' },
        { id: 'sum', kind: 'subflow', config: { flow: 'halved' } },
        { id: 'half', kind: 'code', config: { expression: 'sum.total / 2' } },
        { id: 'say', kind: 'reply', config: { text: '{{ half.output }}' } },
      ],
      edges: [
        { from: 'start', to: 'sum' },
        { from: 'sum', to: 'half' },
        { from: 'half', to: 'say' },
      ],
    };
    const input = { definition, text: 'Halve', from: 'half', outputs: { sum: { total: 9 } } };
    const run = async (changed: object) => {
      const { executionId } = (await ask('boss', '/flows/drafts', { ...input, ...changed })).json as {
        executionId: string;
      };
      const look = () => ask('boss', `/executions/${encodeURIComponent(executionId)}`);
      await expect.poll(async () => (await look()).json).toMatchObject({ finishedAt: expect.any(String) });
      return (await look()).json;
    };
    const idle = { text: 'Halve', definition, id: 'partial' };
    expect(await ask('boss', '/flows/drafts', { ...idle, outputs: input.outputs })).toMatchObject(
      NOT_REPEATABLE,
    );
    expect(await run({ id: 'partial' })).toMatchObject({ status: 'completed', answer: '4.5' });
    expect(await run({ id: 'partial' })).toMatchObject({ answer: '4.5' });
    expect(await ask('boss', '/flows/drafts', idle)).toMatchObject({
      status: 409,
      json: { error: { type: 'Turn.Conflict' } },
    });
    expect(await run({ outputs: {} })).toMatchObject({ errorType: 'Execution.NotRepeatable' });
    expect(await ask('boss', '/flows', definition)).toMatchObject({ status: 201 });
    expect(await ask('boss', '/flows/drafts', input)).toMatchObject(NOT_REPEATABLE);
  });

  test('the id of another draft -> refused, and the first one stays', async () => {
    const other = { ...DRAFT, name: 'Other' };
    expect(
      await ask('boss', '/flows/drafts', { definition: other, text: 'Name a flower', id: 'once' }),
    ).toMatchObject({ status: 409, json: { error: { type: 'Turn.Conflict' } } });
  });

  test('a tool that no worker has, a node without a model -> reported with its place; neither tried nor published', async () => {
    const wrong = {
      ...DRAFT,
      nodes: [
        { id: 'chat', kind: 'chat' },
        { id: 'agent', kind: 'agent', config: { tools: ['fly'] } },
      ],
    };
    expect((await ask('boss', '/flows/check', wrong)).json).toMatchObject({
      isValid: false,
      problems: expect.arrayContaining([
        expect.objectContaining({ severity: 'error', node: 'agent', field: 'config.model' }),
      ]),
    });
    const toolless = agentFlow({ slug: 'helper', tools: ['fly'] });
    expect((await ask('boss', '/flows/check', toolless)).json).toMatchObject({
      isValid: false,
      problems: [{ node: 'agent', field: 'config.tools[0]' }],
    });
    const refused = { status: 422, json: { error: { type: 'Flow.Invalid' } } };
    expect(await ask('boss', '/flows', toolless)).toMatchObject(refused);
    expect(await ask('boss', '/flows/drafts', { definition: toolless, text: 'hi' })).toMatchObject(refused);
  });

  test('a user, and an administrator of other flows -> nothing of it exists', async () => {
    for (const user of ['ada', 'narrow'])
      for (const [path, body] of [
        ['/flows/helper/versions', undefined],
        ['/flows/helper/versions/1', undefined],
        ['/flows/check', DRAFT],
        ['/flows', DRAFT],
        ['/flows/drafts', { definition: DRAFT, text: 'hi' }],
      ] as const)
        expect(await ask(user, path, body), `${user} ${path}`).toMatchObject(NOT_FOUND);
    expect(await ask('boss', '/flows/nobody/versions')).toMatchObject(NOT_FOUND);
    expect(await ask('boss', '/flows/helper/versions/99')).toMatchObject(NOT_FOUND);
    expect((await ask('boss', '/flows/helper/versions/one')).status).toBe(400);
  });

  test('any caller -> sees its identity, and the address of the Workflows', async () => {
    const temporalUi = 'http://ui/namespaces/default/workflows';
    const alertRules = 'http://alerts/?search={rule}';
    expect((await ask('ada', '/me')).json).toEqual({
      user: 'ada',
      isAdmin: false,
      temporalUi: null,
      alertRules: null,
      shareDays: null,
    });
    expect((await ask('boss', '/me')).json).toEqual({
      user: 'boss',
      isAdmin: true,
      temporalUi,
      alertRules,
      shareDays: null,
    });
  });
});

describe('execution', () => {
  test('an invalid version, or one that does not exist -> refused with a sentence', async () => {
    for (const [version, type] of [
      ['latest', 'Conversation.InvalidId'],
      [99, 'Flow.NotFound'],
    ] as const) {
      const run = system.temporal.workflow.execute('execution', {
        taskQueue: system.taskQueue,
        workflowId: `execution/helper/${version}`,
        args: [{ flow: 'helper', text: 'hi', version }],
      });
      await expect(run).rejects.toMatchObject({ cause: { type } });
    }
  });
});
