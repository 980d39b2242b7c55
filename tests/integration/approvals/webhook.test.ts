import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, manual, reply } from '../../../flow/kinds/node-kinds.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { sendApprovals } from '../../../worker/send-approvals.js';

const flow = defineFlow({
  slug: 'press',
  name: 'Press',
  nodes: {
    start: manual(),
    ask: approval({ prompt: 'Publish {{ trigger.text }}?', by: 'staff' }),
    say: reply({ text: 'done' }),
  },
  edges: [
    ['start', 'ask'],
    ['ask', 'say'],
  ],
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [flow] });
});
afterAll(() => system?.stop());

describe('sendApprovals', () => {
  test('refused once, with two workers -> each try is signed under one id, and none follows the accepted one', async () => {
    const secret = 'a secret';
    const got: { id: string; body: string; isSigned: boolean }[] = [];
    const server = createServer(async (request, response) => {
      const body = await readText(request);
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
      const wanted = createHmac('sha256', secret)
        .update(`${String(id)}.${String(at)}.${body}`)
        .digest('base64');
      got.push({ id: String(id), body, isSigned: signature === `v1,${wanted}` });
      response.writeHead(got.length === 1 ? 503 : 204).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const notes: string[] = [];
    const { executionId } = await system.client.executions.start({ flow: 'press', text: 'news' });
    await expect.poll(async () => (await system.client.approvals.list()).approvals).toHaveLength(1);
    const timing = { everyMs: 20, firstPauseMs: 1_000 };
    const note = (_level: string, message: string): void => void notes.push(message);
    const stops = [1, 2].map(() => sendApprovals({ db: system.db, note }, { url, secret }, timing));
    const due = () =>
      system.db.selectFrom('approval').select('webhook_tries').where('webhook_at', 'is not', null).execute();
    await expect.poll(due, { timeout: 30_000 }).toEqual([]);
    await Promise.all(stops.map((stop) => stop()));
    server.close();
    // On a slow machine, an attempt may end before its answer is recorded.
    expect(got.length).toBeGreaterThanOrEqual(2);
    expect(got.every(({ isSigned, id }) => isSigned && id === got[0]?.id)).toBe(true);
    expect(JSON.parse(got[1]!.body)).toMatchObject({
      type: 'approval.opened',
      approval: { executionId, nodeId: 'ask', prompt: 'Publish news?', approvers: ['staff'] },
    });
    expect(notes[0]).toMatch(/did not reach the webhook: it answered with status 503$/);
    await system.client.executions.answer(executionId, { answer: 'no' });
  });

  test('no server at the address -> recorded, and the question can still be answered', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    await new Promise((resolve) => server.close(resolve));
    const notes: string[] = [];
    const note = (_level: string, message: string): void => void notes.push(message);
    const stop = sendApprovals({ db: system.db, note }, { url }, { everyMs: 20, firstPauseMs: 60_000 });
    const { executionId, result } = await system.client.executions.start({ flow: 'press', text: 'news' });
    await expect.poll(() => notes, { timeout: 30_000 }).toHaveLength(1);
    expect(notes[0]).toContain('did not reach the webhook');
    expect(await system.client.executions.answer(executionId, { answer: 'yes' })).toMatchObject({
      outcome: 'confirmed',
    });
    expect(await result()).toBe('done');
    await stop();
    expect(notes).toHaveLength(1);
  });
});
