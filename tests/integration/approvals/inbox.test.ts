import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ApprovalPage } from '../../../views/approval.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, chat, reply } from '../../../flow/kinds/node-kinds.js';
import { apiKeys } from '../../../packages/gateway/access/api-keys.js';
import { jwt } from '../../../packages/gateway/access/jwt.js';
import { createGateway } from '../../../packages/gateway/index.js';
import { serveGateway, type RunningGateway } from '../../../packages/gateway/serve-gateway.js';
import { createKey } from '../../../store/keys/manage-keys.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { newPeople, serveFor, type People } from './approvers-site.js';

const flow = (slug: string, by: 'user' | 'staff' | readonly string[]) =>
  defineFlow({
    slug,
    name: slug,
    nodes: {
      chat: chat(),
      first: approval({ prompt: 'May I {{ trigger.text }}?', by }),
      say: reply({ text: 'done' }),
    },
    edges: [
      ['chat', 'first'],
      ['first', 'say'],
    ],
  });
const flows = [flow('own', 'user'), flow('staffed', 'staff'), flow('finance', ['finance'])];

let system: TestSystem;
let gateway: RunningGateway;
let people: People;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows });
  people = newPeople(system);
  gateway = await serveFor(system, people);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

describe('GET /api/v1/approvals', () => {
  test('questions of three kinds -> each caller lists those it may decide, filtered and in pages', async () => {
    const executionIds: Record<string, string> = {};
    for (const slug of ['own', 'staffed', 'finance']) {
      const conversation = system.client.conversation({ flow: slug, user: people.ada });
      executionIds[slug] = (await conversation.submit(slug)).executionId;
    }
    await expect.poll(async () => (await list(people.root)).approvals).toHaveLength(3);
    const flowsOf = async (user: string, query = '') =>
      (await list(user, query)).approvals.map(({ flow: slug }) => slug);
    expect(await flowsOf(people.ada)).toEqual(['own']);
    expect(await flowsOf(people.bob)).toEqual([]);
    expect(await flowsOf(people.sue)).toEqual(['staffed']);
    expect((await flowsOf(people.root)).toSorted()).toEqual(['finance', 'own', 'staffed']);
    expect(await flowsOf(people.root, '?flow=own')).toEqual(['own']);
    expect(await flowsOf(people.root, `?user=${people.bob}`)).toEqual([]);
    expect(await flowsOf(people.root, '?tool=refund')).toEqual([]);
    const [own = ''] = [executionIds.own].map((id) => encodeURIComponent(id!));
    expect(await flowsOf(people.root, `?execution=${own}`)).toEqual(['own']);
    expect(await flowsOf(people.sue, `?execution=${own}`)).toEqual([]);
    expect(await flowsOf(people.root, `?execution=${own.slice(0, -1)}`)).toEqual([]);

    const first = await list(people.root, '?limit=2');
    const second = await list(people.root, `?limit=2&after=${first.next}`);
    expect([first.approvals.length, second.approvals.length, second.next]).toEqual([2, 1, null]);
    expect(
      new Set([...first.approvals, ...second.approvals].map(({ executionId }) => executionId)).size,
    ).toBe(3);
    const wrong = await fetchAs(people.root, '/approvals?after=nonsense');
    expect([wrong.status, ((await wrong.json()) as { error: { type: string } }).error.type]).toEqual([
      400,
      'Client.InvalidCursor',
    ]);

    const answered = await fetchAs(
      people.sue,
      `/executions/${encodeURIComponent(executionIds.staffed!)}/answer`,
      { answer: 'yes' },
    );
    expect([answered.status, await answered.json()]).toEqual([
      200,
      { nodeId: 'first', outcome: 'confirmed' },
    ]);
    expect(await flowsOf(people.sue)).toEqual([]);
  });
});

describe('roles of a caller', () => {
  test('roles in a JWT claim or on a key -> staff may answer; without a role the question does not exist', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const rules = { issuer: 'https://login.example.com', audience: 'threadline' };
    const isToken = jwt({ ...rules, publicKey: await exportSPKI(publicKey), rolesClaim: 'roles' });
    const isKey = apiKeys();
    const own = await serveGateway(
      createGateway({
        client: system.client,
        authenticate: async (request, site) => (await isToken(request)) ?? isKey(request, site),
      }),
      { host: '127.0.0.1', port: 0 },
    );
    const tokenOf = (claims: object) =>
      new SignJWT({ iss: rules.issuer, aud: rules.audience, sub: people.sue, ...claims })
        .setProtectedHeader({ alg: 'ES256' })
        .setExpirationTime('5m')
        .sign(privateKey);
    const keyOf = async (roles?: string[]) => {
      const by = { actor: 'test', via: 'command' as const };
      return (await createKey(system.db, { user: people.sue, roles, admin: false }, by)).key;
    };
    const answers: [credentials: string, status: number][] = [
      [await tokenOf({}), 404],
      [await tokenOf({ roles: 'staff' }), 404],
      [await tokenOf({ roles: ['clerk'] }), 404],
      [await keyOf(), 404],
      [await tokenOf({ roles: ['clerk', 'staff'] }), 200],
      [await keyOf(['staff']), 200],
    ];
    const ask = async () => {
      const key = { flow: 'staffed', user: people.ada, channel: randomUUID() };
      const { executionId } = await system.client.conversation(key).submit('go');
      const listed = () => system.client.approvals.list({ execution: executionId });
      await expect.poll(async () => (await listed()).approvals).toHaveLength(1);
      return executionId;
    };
    let executionId = await ask();
    for (const [credentials, status] of answers) {
      const path = `/api/v1/executions/${encodeURIComponent(executionId)}/answer`;
      const headers = { authorization: `Bearer ${credentials}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ answer: 'yes' });
      const response = await fetch(own.url + path, { method: 'POST', headers, body });
      expect(response.status).toBe(status);
      if (status === 200) executionId = await ask();
    }
    await system.client.executions.answer(executionId, { answer: 'no' });
    await own.close();
  });
});

describe('GET /api/v1/approvals/changes', () => {
  test('a question opened, and answered -> an event for each, after the first one', async () => {
    const stop = new AbortController();
    const changes = system.client.forUser(people.sue, { roles: ['staff'] }).approvals.changes({
      signal: stop.signal,
    });
    const next = async () => (await changes[Symbol.asyncIterator]().next()).value as unknown;
    const changed = { type: 'approvals-changed' };
    expect(await next()).toEqual(changed);
    const conversation = system.client.conversation({ flow: 'staffed', user: people.bob });
    const { executionId } = await conversation.submit('go');
    expect(await next()).toEqual(changed);
    await system.client.executions.answer(executionId, { answer: 'yes' });
    expect(await next()).toEqual(changed);
    stop.abort();
    const stream = await fetch(`${gateway.url}/api/v1/approvals/changes`, {
      headers: { authorization: `Bearer ${people.sue}` },
    });
    const { value } = await stream.body!.pipeThrough(new TextDecoderStream()).getReader().read();
    expect(value).toContain('data: {"type":"approvals-changed"}');
  });
});

async function list(user: string, query = ''): Promise<ApprovalPage> {
  return (await fetchAs(user, `/approvals${query}`)).json() as Promise<ApprovalPage>;
}

function fetchAs(user: string, path: string, body?: object): Promise<Response> {
  return fetch(`${gateway.url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${user}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
}
