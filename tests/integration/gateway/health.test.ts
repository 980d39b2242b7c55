import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { Health } from '../../../views/health.js';
import { formatHealth } from '../../../cli/health/format-health.js';
import { createStyle } from '../../../cli/format/style.js';
import { createGateway, type Gateway } from '../../../packages/gateway/index.js';
import { fault, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

let system: TestSystem;
let gateway: Gateway;
let ada: string;
let bob: string;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
  gateway = createGateway({
    client: system.client,
    authenticate: ({ headers }) => {
      const user = headers.get('x-user') ?? '';
      return { user, admin: user === 'admin', flows: user.startsWith('narrow') ? ['other'] : undefined };
    },
  });
  ada = system.newUser('ada');
  bob = system.newUser('bob');
  const conversation = system.client.conversation({ flow: 'assistant', user: ada });
  system.model.reply(text('One.'), text('Two.'), fault.status(400), text('Three.'));
  await conversation.ask('Say one.');
  await conversation.ask('Say two.');
  await conversation.ask('Say what is refused.').catch(() => undefined);
  await system.client.conversation({ flow: 'assistant', user: bob }).ask('Say three.');
});
afterAll(() => system?.stop());

async function get(user: string, query = ''): Promise<{ status: number; health: Health }> {
  const request = new Request(`http://gateway/api/v1/health${query}`, { headers: { 'x-user': user } });
  const response = await gateway.fetch(request);
  return { status: response.status, health: (await response.json()) as Health };
}

function sum({ parts }: Health, key: 'completed' | 'failed'): number {
  return parts.reduce((total, part) => total + part[key], 0);
}

describe('health', () => {
  test('of a user -> their own: turns by part, failures by type, models with tokens and times', async () => {
    const { health } = await get(ada);
    expect(health.parts).toHaveLength(48);
    expect([sum(health, 'completed'), sum(health, 'failed')]).toEqual([2, 1]);
    expect(health.failures).toMatchObject([{ type: 'Model.InvalidRequest', count: 1 }]);
    expect(health.models).toMatchObject([
      { calls: 3, failed: 1, firstTokenMs: { median: expect.any(Number), p95: expect.any(Number) } },
    ]);
    expect(health.days).toMatchObject([
      { flow: 'assistant', calls: 3, firstTokenMs: health.models[0]!.firstTokenMs },
    ]);
    expect(health.turnDays).toMatchObject([
      { flow: 'assistant', model: health.models[0]!.model, turns: 3, failed: 1 },
    ]);
    expect(health.days[0]!.inputTokens).toBe(health.models[0]!.inputTokens);
    expect(health.callFailures).toMatchObject([{ type: 'Model.InvalidRequest', count: 1 }]);
    expect(health.left.calls).toBe(3);
    expect(health.waiting).toEqual({
      queued: 0,
      running: 0,
      questions: 0,
      oldestAt: null,
      oldestQuestionAt: null,
    });
    const printed = formatHealth(await system.client.health({ user: ada }), createStyle(false));
    expect(printed).toContain('2 completed, 1 failed, 0 canceled, 0 running');
    expect(printed).toContain('Model.InvalidRequest');
    expect(printed).toMatch(/Omitted +nothing in the newest 3 calls\n/);
    expect(printed).toMatch(/Workers +not shown: Temporal did not answer, or --user or --flow is set\n/);
    expect(printed).toMatch(/DAY +FLOW +MODEL +TURNS +FAILED\n\S+ +assistant +\S+ +3 +1\n/);
  });

  test('by purpose -> answers, repairs, compactions, summaries that needed a call, descriptions', async () => {
    const { db } = system;
    const dora = system.newUser('dora');
    system.model.reply(text('{"city":1}'), text('{"city":"Oslo"}'));
    const question = { text: 'Where?', output: z.object({ city: z.string() }) };
    await system.client.conversation({ flow: 'assistant', user: dora }).ask(question);
    const { conversation, execution } = await db
      .selectFrom('execution')
      .select(['conversation_id as conversation', 'id as execution'])
      .where('user_id', '=', dora)
      .executeTakeFirstOrThrow();
    const usage = { model: 'scripted:m', input_tokens: 100, output_tokens: 10, cost: '0.5' };
    const row = { conversation_id: conversation!, position: 1, ...usage };
    const compaction = {
      execution_id: execution,
      step: 900,
      node_id: 'agent',
      purpose: 'compaction',
    } as const;
    await db
      .insertInto('model_call')
      .values({ ...compaction, status: 'completed', ...usage })
      .execute();
    await db
      .insertInto('summary')
      .values([
        { ...row, ordinal: 901, way: 'summarize', status: 'failed' },
        { ...row, ordinal: 902, way: 'inline', status: 'failed' },
      ])
      .execute();
    await db
      .insertInto('portrait')
      .values({ ...row, ordinal: 1, status: 'adopted' })
      .execute();
    const { purposes } = (await get(dora)).health;
    expect(Object.fromEntries(purposes.map(({ purpose, calls }) => [purpose, calls]))).toEqual({
      answer: 1,
      repair: 1,
      compaction: 1,
      summary: 1,
      description: 1,
    });
    for (const { purpose, inputTokens, outputTokens, cost } of purposes)
      if (purpose !== 'answer' && purpose !== 'repair')
        expect([inputTokens, outputTokens, Number(cost)]).toEqual([100, 10, 0.5]);
    const printed = formatHealth(await system.client.health({ user: dora }), createStyle(false));
    expect(printed).toMatch(/PURPOSE[^]*\nrepair +1 /);
  });

  test('a model unavailable twice, with an answer between -> two outages, the last one continues; refused calls are not outages', async () => {
    const carol = system.newUser('carol');
    const conversation = system.client.conversation({ flow: 'assistant', user: carol });
    system.model.reply(
      fault.status(401),
      fault.status(401),
      text('Back.'),
      fault.status(400),
      fault.status(401),
    );
    for (const question of ['One?', 'Two?', 'Three?', 'Four?', 'Five?'])
      await conversation.ask(question).catch(() => undefined);
    const { outages } = (await get(carol)).health;
    expect(outages).toMatchObject([
      { types: ['Model.Authentication'], calls: 1, failed: 1, until: null },
      { types: ['Model.Authentication'], calls: 2, failed: 2, until: expect.any(String) },
    ]);
    expect((await get(ada)).health.outages).toEqual([]);
    const printed = formatHealth(await system.client.health({ user: carol }), createStyle(false));
    expect(printed).toMatch(/OUTAGE OF[^]*ongoing.*Model.Authentication/);
  });

  test('of another user, of other flows, of an empty span -> no data', async () => {
    expect((await get(bob)).health.models).toMatchObject([{ calls: 1, failed: 0 }]);
    expect((await get(`narrow-${ada}`)).health.models).toEqual([]);
    const before = await get(ada, '?since=2020-01-01T00:00:00Z&until=2020-01-02T00:00:00Z');
    expect([sum(before.health, 'completed'), before.health.models]).toEqual([0, []]);
  });

  test('of all users -> for administrators alone; of a month and a day -> refused', async () => {
    const { health } = await get('admin', '?everybody=true');
    expect([sum(health, 'completed'), sum(health, 'failed')]).toEqual([5, 5]);
    expect((await get('admin')).health.models).toEqual([]);
    expect((await get(ada, '?everybody=true')).status).toBe(404);
    expect((await get(ada, '?since=2020-01-01T00:00:00Z')).status).toBe(400);
    expect((await get(ada, '?since=yesterday')).status).toBe(400);
  });
});
