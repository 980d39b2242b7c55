import type { ApprovalPage } from '../../../views/approval.js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createGateway, type Gateway } from '../../../packages/gateway/index.js';
import { REST_ROUTES } from '../../../packages/gateway/rest/rest-routes.js';
import { writeMemory } from '../../../store/users/memories.js';
import type { StandingRequest } from '../../../views/conversation.js';
import { toolCalls, type ModelRequest } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { findUndescribed } from './described-answers.js';
import { atWork, connectAs, FLOWS, makeThings, script } from '../isolation/things-of-ada.js';

let system: TestSystem;
let gateway: Gateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: FLOWS,
    model: { script: (request) => (isToCalculate(request) ? toCalculate : script(request)) },
  });
  gateway = createGateway({
    client: system.client,
    shareDays: 30,
    authenticate: ({ headers }) => ({ user: headers.get('x-user') ?? '', admin: true }),
  });
});
afterAll(async () => {
  atWork.release();
  await system?.stop();
});

const CALCULATE = 'Calculate';
const toCalculate = toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]);

function isToCalculate({ body }: ModelRequest): boolean {
  const { messages } = body as { messages: { role: string; content: unknown }[] };
  const newest = messages.at(-1);
  return newest?.role === 'user' && JSON.stringify(newest.content).includes(CALCULATE);
}

interface Asked {
  at?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

describe('REST_ROUTES', () => {
  test('every operation, on existing data -> answers as documented', async () => {
    const user = system.newUser();
    const done = new Set<string>();
    const ask = async <Answer = Record<string, unknown>>(operation: string, asked: Asked = {}) => {
      const { status, text } = await send(operation, { user, ...asked });
      expect(status, `${operation}: ${text}`).toBeLessThan(300);
      done.add(operation);
      return (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as Answer;
    };
    const things = await makeThings(system, await connectAs(system, user), user);
    const { workflowIds } = things;
    const here = { flow: 'assistant' };
    const CHAT = '/conversations/{flow}';
    const TURN = `${CHAT}/turns/{turnId}`;

    const definition = (
      await ask<{ definition: object }>('get /flows/{flow}/versions/{version}', {
        at: { flow: 'note', version: '1' },
      })
    )['definition'];
    await ask('get /flows/{flow}/versions', { at: { flow: 'note' } });
    await ask('post /flows/check', { body: definition });
    expect(await ask('post /flows/check', { body: { slug: 'x' } })).toMatchObject({ isValid: false });
    expect(await ask('get /flows/parts')).toHaveProperty('kinds.0.schema');
    await ask('post /flows/drafts', { body: { definition, text: 'Hello' } });
    await ask('post /flows', { body: definition });
    expect(await ask('get /flows')).not.toEqual([]);
    await ask('get /me');
    await ask('get /health', { query: { everybody: 'true' } });
    await ask('delete /users/{user}', { at: { user: `${user} that nobody is` } });

    expect(await ask('get /conversations')).not.toEqual([]);
    expect(await ask('get /search', { query: { q: 'quokka' } })).not.toEqual([]);
    await ask(`get ${CHAT}`, { at: here });
    await ask(`get ${CHAT}/messages`, { at: here });
    await ask(`get ${CHAT}/summaries`, { at: here });
    await ask(`get ${CHAT}/trajectory`, { at: here });
    await ask(`get ${CHAT}/threads`, { at: here });
    await ask(`get ${CHAT}/flat`, { at: here });
    await ask(`get ${CHAT}/queue`, { at: here });
    await ask(`put ${CHAT}/marks`, { at: here, body: { isPinned: true } });
    await ask(`put ${TURN}/rating`, { at: { ...here, turnId: things.turnId }, body: { rating: 'good' } });
    await writeMemory(system.db, { user, kind: 'fact', key: 'tree', value: 'Oak' });
    expect(await ask('get /memories')).toMatchObject({ memories: [{ key: 'tree' }] });
    await ask('delete /memories', { query: { kind: 'fact', key: 'tree' } });
    const always = { ...here, turnId: 'always' };
    await ask(`post ${CHAT}/turns`, {
      at: here,
      body: { text: 'Always use metric units.', turnId: 'always' },
    });
    await ask(`get ${TURN}/events`, { at: always });
    const [request] = await ask<StandingRequest[]>(`get ${CHAT}/standing-requests`, { at: here });
    const { depth, seq, ordinal } = request!;
    await ask(`put ${CHAT}/standing-requests`, {
      at: here,
      body: { depth, seq, ordinal, isWithdrawn: true },
    });
    await ask(`get ${CHAT}/memory-uses`, { at: here });
    const link = await ask<{ id: string }>(`post ${CHAT}/links`, { at: here, body: { days: 1 } });
    expect(await ask(`get ${CHAT}/links`, { at: here })).toMatchObject([{ id: link.id }]);
    await ask(`delete ${CHAT}/links/{id}`, { at: { ...here, id: link.id } });
    await ask(`put ${CHAT}/title`, { at: here, body: { title: 'Of animals' } });
    await ask(`post ${CHAT}/merge`, { at: here, body: { format: 'transcript' } });
    await ask(`post ${CHAT}/threads`, { at: here, body: { message: 1, id: 'other' } });
    await ask(`delete ${CHAT}/threads/{id}`, { at: { ...here, id: 'other' } });

    const turn = { ...here, turnId: 'by rest' };
    const sent = await ask<{ executionId: string }>(`post ${CHAT}/turns`, {
      at: here,
      body: { text: CALCULATE, turnId: 'by rest' },
    });
    await ask(`get ${TURN}/events`, { at: turn });
    await ask(`post ${TURN}/fork`, { at: turn, body: { channel: 'fork' } });
    await ask(`post ${TURN}/regenerate`, { at: turn, body: { turnId: 'again' } });
    await ask(`get ${TURN}/events`, { at: { ...here, turnId: 'again' } });
    await ask(`post ${TURN}/edit`, {
      at: { ...here, turnId: 'again' },
      body: { text: 'Hi', turnId: 'edit' },
    });
    await ask(`get ${TURN}/events`, { at: { ...here, turnId: 'edit' } });
    expect(await ask(`get ${CHAT}/branches`, { at: here })).toHaveLength(3);
    await ask(`post ${CHAT}/branches/{branch}/switch`, { at: { ...here, branch: '1' }, body: {} });
    const long = { flow: 'working', turnId: 'long' };
    await ask(`post ${CHAT}/turns`, { at: long, body: { text: 'Begin', turnId: 'long' } });
    await ask(`post ${TURN}/cancel`, { at: long });
    await ask(`post ${TURN}/drop`, { at: long });
    await ask(`post ${TURN}/restore`, { at: long });
    await ask(`post ${TURN}/retry`, { at: long, body: { turnId: 'longer' } });
    const queued = { ...long, turnId: 'next' };
    await ask(`post ${CHAT}/turns`, { at: long, body: { text: 'Then', turnId: 'next' } });
    expect(await ask(`patch ${TURN}`, { at: queued, body: { whileRunning: 'interrupt' } })).toMatchObject({
      turnId: 'next',
    });
    await ask(`patch ${TURN}`, { at: queued, body: { text: 'Then this' } });
    expect(await ask(`get ${CHAT}/queue`, { at: long })).toContainEqual(
      expect.objectContaining({ turnId: 'next', text: 'Then this', whileRunning: 'interrupt' }),
    );
    await ask(`post ${TURN}/cancel`, { at: queued });
    await ask(`post ${CHAT}/clear`, { at: here });

    await ask('post /executions', { body: { flow: 'note', text: 'Hello' } });
    expect(await ask('get /executions', { query: { everybody: 'true' } })).not.toEqual([]);
    expect(await ask('get /executions/search', { query: { text: 'hello' } })).toMatchObject({ next: null });
    const ONE = '/executions/{executionId}';
    const nested = { executionId: workflowIds['execution without an id'] };
    const answered = { executionId: sent.executionId };
    for (const at of [nested, answered]) {
      await ask(`get ${ONE}`, { at });
      await ask(`get ${ONE}/details`, { at });
      await ask(`get ${ONE}/tree`, { at });
      await ask(`get ${ONE}/waterfall`, { at });
      await ask(`get ${ONE}/calls`, { at });
      await ask(`get ${ONE}/explanation`, { at });
      await ask(`get ${ONE}/trajectory`, { at });
      await ask(`get ${ONE}/trajectory/touched`, { at });
      await ask(`get ${ONE}/trajectory/page`, { at });
      await ask(`get ${ONE}/events`, { at, query: { nodes: 'true' } });
    }
    expect(await ask(`get ${ONE}/trajectory/touched`, { at: answered })).toMatchObject([{ type: 'Tool' }]);
    await ask(`get ${ONE}/steps/{step}`, { at: { ...answered, step: '1' } });
    await ask(`post ${ONE}/rerun`, { at: nested, body: { id: 'rerun' } });
    await ask(`get ${ONE}/nodes/{nodeId}`, { at: { ...nested, nodeId: 'say' } });
    await ask('post /calls/{callId}/plan', {
      at: { callId: workflowIds['model call'] },
      body: { history: { messages: 1 } },
    });
    const working = { executionId: workflowIds['execution at work'] };
    await ask(`post ${ONE}/steps`, { at: working, body: { text: 'Tell all', when: 'after-answer' } });
    await expect.poll(() => ask(`get ${ONE}/queues`, { at: working })).toMatchObject([{ waiting: [{}] }]);
    await ask(`post ${ONE}/cancel`, { at: working });
    const { approvals, next } = await ask<ApprovalPage>('get /approvals');
    expect([approvals.length, next]).toEqual([1, null]);
    const query = { execution: approvals[0]!.executionId, node: approvals[0]!.nodeId };
    expect(await ask('get /approvals/details', { query })).toMatchObject({ schema: null });
    const asking = { executionId: workflowIds['execution that asks'] };
    await ask(`post ${ONE}/answer`, { at: asking, body: { answer: 'yes' } });

    const { ref } = await ask<{ ref: string }>('post /uploads', {
      query: { filename: 'a.txt' },
      body: 'text',
    });
    await ask('get /uploads/{ref}', { at: { ref } });
    await ask(`post ${CHAT}/close`, { at: here });
    await ask(`delete ${CHAT}`, { at: { flow: 'working' } });

    done.add('get /changes');
    done.add('get /approvals/changes');
    const all = REST_ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(all.filter((operation) => !done.has(operation))).toEqual([]);
  });
});

async function send(operation: string, { user, at = {}, query = {}, body }: Asked & { user: string }) {
  const [method = '', pattern = ''] = operation.split(' ');
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(at[name] ?? ''));
  const response = await gateway.fetch(
    new Request(`http://gateway/api/v1${path}?${new URLSearchParams(query)}`, {
      method: method.toUpperCase(),
      headers: { 'x-user': user, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  );
  const answer = { status: response.status, text: await response.text() };
  expect(findUndescribed(method, path, answer)).toEqual([]);
  return answer;
}
