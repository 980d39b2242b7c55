import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ApprovalPage } from '../../../store/nodes/list-approvals.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, chat, reply } from '../../../flow/kinds/node-kinds.js';
import type { RunningGateway } from '../../../gateway/serve-gateway.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
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
  test('questions of three kinds -> each caller lists those it may decide, filtered and by pages', async () => {
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

describe('GET /api/v1/approvals/changes', () => {
  test('one is opened, and answered -> an event for each, after the first one', async () => {
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
