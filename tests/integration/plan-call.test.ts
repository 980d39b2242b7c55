import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { CallExplanation } from '../../views/call.js';
import { connect } from '../../client/connect.js';
import { createGateway } from '../../packages/gateway/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { agentFlow } from './context/fixtures/agent-flow.js';
import { countRows } from './fixtures/count-rows.js';

const OFFLINE = 'offline:demo';
const SAID = [
  'My cat is called Miso, and the vet is Dr. Baumann in Jena.',
  'calculate 6*7',
  `Here is the report: ${'the river rose by two meters. '.repeat(150)}`,
  'The invoice number is 4711.',
  'Always answer in one sentence.',
  'What is my cat called?',
  'calculate 19*23',
  'Who is the vet?',
];

const STORED = ['model_call', 'context_manifest', 'execution_text', 'generated_text'] as const;

let system: TestSystem;
let calls: CallExplanation[];
let user: string;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({
        slug: 'chat',
        model: OFFLINE,
        system: 'Be brief.',
        tools: ['calculate'],
        history: { messages: 4, messageCharacters: 1_000, summaries: { minTokens: 0 } },
      }),
    ],
  });
  user = system.newUser();
  const conversation = system.client.conversation({ flow: 'chat', user });
  for (const [at, text] of SAID.entries()) await conversation.ask({ text, turnId: `t${at}` });
  const again = await conversation.regenerate('t5');
  for await (const event of conversation.stream(again.turnId)) if (event.type === 'done') break;
  await conversation.ask('Thank you.');
  await conversation.clear();
  await conversation.ask('And now?');
  const executions = await system.client.executions.list({ user });
  calls = [];
  for (const { executionId } of executions)
    calls.push(...(await system.client.executions.explain(executionId)));
});
afterAll(() => system?.stop());

async function expectAsPlanned({ callId, context }: CallExplanation): Promise<void> {
  const { was, would } = await plan(callId);
  expect({ callId, ...would.arithmetic, left: would.left, segments: would.segments }).toEqual({
    callId,
    ...was.arithmetic,
    left: was.left,
    segments: was.segments,
  });
  expect(would.context.messages.map(({ name, tokens }) => [name, tokens])).toEqual(
    context.messages.map(({ name, tokens }) => [name, tokens]),
  );
}

const plan = (callId: string, settings = {}) => system.client.executions.planCall(callId, settings);

describe('planCall', () => {
  test('no changes -> every stored call is planned as before, despite later messages, clears and branches', async () => {
    expect(calls.length).toBeGreaterThan(10);
    expect(calls.some(({ context }) => context.messages.some(({ name }) => name.includes('summary')))).toBe(
      true,
    );
    for (const call of calls) await expectAsPlanned(call);
  });

  test('a summary that was stored before a call was, and after its rows were read -> it is planned without it', async () => {
    const inTime = sql<Date>`created_at - interval '1 hour'`;
    await system.db.updateTable('summary').set({ created_at: inTime }).execute();
    for (const call of calls) await expectAsPlanned(call);
  });

  test('a smaller window of messages -> more is omitted, by rule, and it costs less', async () => {
    const [call] = calls.filter(({ context }) => JSON.stringify(context).includes('4711'));
    const { was, would } = await plan(call!.callId, { history: { messages: 1, summaries: false } });
    expect(would.left.map(({ rule }) => rule)).toContain('window');
    expect(sum(would.left)).toBeGreaterThan(sum(was.left));
    expect(was.cost).toBe(was.paid);
  });

  test('another model with a window that is too small -> its price, and why the call would fail', async () => {
    const [call] = calls;
    const other = await plan(call!.callId, { model: 'openai:gpt-4o' });
    expect(other.would).toMatchObject({ model: 'openai:gpt-4o', verdict: 'ready', reason: null });
    expect(Number(other.would.cost)).toBeGreaterThan(0);
    const small = await plan(call!.callId, { contextWindow: 100 });
    expect(small.would).toMatchObject({ verdict: 'cannot-fit', cost: null, reason: expect.any(String) });
  });

  test('nothing is stored by planning', async () => {
    const before = await countRows(system.db, STORED);
    await plan(calls[0]!.callId, { history: { messages: 2 } });
    expect(await countRows(system.db, STORED)).toEqual(before);
  });

  test("another user's call, an unknown id, unknown settings -> refused with its name", async () => {
    const [{ callId } = { callId: '' }] = calls;
    const other = system.client.forUser(system.newUser());
    await expect(other.executions.planCall(callId, {})).rejects.toMatchObject({ type: 'Client.NotFound' });
    await expect(plan(`${callId}7`)).rejects.toMatchObject({ type: 'Client.NotFound' });
    await expect(plan(callId, { windw: 1 })).rejects.toMatchObject({
      type: 'Client.InvalidPlan',
      message: expect.stringContaining("'windw' is not one of model, contextWindow"),
    });
  });

  test('a client without a planner -> refused with the option to pass; through a gateway it plans', async () => {
    const [{ callId } = { callId: '' }] = calls;
    const client = await connect({
      temporal: { address: system.environment.temporalAddress },
      databaseUrl: system.databaseUrl,
      taskQueue: system.taskQueue,
    });
    try {
      await expect(client.executions.planCall(callId, {})).rejects.toMatchObject({
        type: 'Client.InvalidPlan',
        message: expect.stringContaining('planner: callPlanner'),
      });
      const gateway = createGateway({ client, authenticate: () => ({ user }) });
      expect((await gateway.fetch(planRequest(callId, {}))).status).toBe(200);
    } finally {
      await client.close();
    }
  });

  test('by the gateway -> the same plan for its user, and none for another', async () => {
    const gateway = createGateway({
      client: system.client,
      authenticate: ({ headers }) => ({ user: headers.get('x-user') ?? '' }),
    });
    const [{ callId } = { callId: '' }] = calls;
    const post = (as: string, body: object) => gateway.fetch(planRequest(callId, body, as));
    const settings = { contextWindow: 20_000 };
    const answer = await post(user, settings);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(await plan(callId, settings))));
    expect((await post(system.newUser(), settings)).status).toBe(404);
    expect((await post(user, { contextWindow: 'much' })).status).toBe(400);
  });
});

function planRequest(callId: string, settings: object, as = user): Request {
  return new Request(`http://gateway/api/v1/calls/${encodeURIComponent(callId)}/plan`, {
    method: 'POST',
    headers: { 'x-user': as, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
}

function sum(left: readonly { tokens: number }[]): number {
  return left.reduce((total, { tokens }) => total + tokens, 0);
}
