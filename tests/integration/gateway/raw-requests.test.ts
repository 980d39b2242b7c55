import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { RequestFacts } from '../../../packages/gateway/index.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { RawConnection } from './raw-connection.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
const logged: RequestFacts[] = [];
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { model: { script: () => text('Yes.') } });
  gateway = await serveGateway(system, { log: (facts) => logged.push(facts) });
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const CHAT = { model: 'assistant', messages: [{ role: 'user', content: 'Is it late?' }] };

async function send(path: string, headers: Record<string, string>, body?: object) {
  const sending = request(`${gateway.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
  });
  sending.end(body && JSON.stringify(body));
  const [response] = (await once(sending, 'response')) as [AsyncIterable<Buffer> & { statusCode: number }];
  let received = '';
  for await (const chunk of response) received += chunk.toString();
  return { status: response.statusCode, text: received };
}

describe('names in headers', () => {
  test('a conversation percent-encoded in the header -> the conversation that the body names', async () => {
    const user = system.newUser();
    const authorization = `Bearer ${user}`;
    for (const channel of ['Übersicht', '日本 100%']) {
      const named = { authorization, 'x-threadline-conversation': encodeURIComponent(channel) };
      expect(await send('/v1/chat/completions', named, CHAT)).toMatchObject({ status: 200 });
      const asked = { ...CHAT, conversation: channel };
      expect(await send('/v1/chat/completions', { authorization }, asked)).toMatchObject({ status: 200 });
      const conversation = system.client.conversation({ flow: 'assistant', user, channel });
      expect((await conversation.history()).messages).toHaveLength(4);
    }
    expect((await system.client.conversations({ user })).conversations).toHaveLength(2);
  });

  test('a user percent-encoded -> the administrator acts for that user', async () => {
    const user = `Zoë ${system.newUser()}`;
    const headers = { authorization: 'Bearer admin', 'threadline-user': encodeURIComponent(user) };
    const { status, text: me } = await send('/api/v1/me', headers);
    expect([status, me]).toEqual([200, expect.stringContaining(JSON.stringify(user))]);
  });

  test.each([
    ['UTF-8 bytes', Buffer.from('Zoë').toString('latin1')],
    ['half an escape', 'a%b'],
    ['an escape that is not UTF-8', '%ff'],
  ])('%s -> 400 with the header and the remedy, and nothing is created', async (_name, value) => {
    const user = system.newUser();
    const asAdmin = await send('/api/v1/me', { authorization: 'Bearer admin', 'threadline-user': value });
    expect(asAdmin).toEqual({
      status: 400,
      text: expect.stringMatching(/'threadline-user'.*percent-encoded/),
    });
    const named = { authorization: `Bearer ${user}`, 'x-threadline-conversation': value };
    const chat = await send('/v1/chat/completions', named, CHAT);
    expect(chat).toEqual({ status: 400, text: expect.stringMatching(/'x-threadline-conversation'/) });
    expect((await system.client.conversations({ user })).conversations).toEqual([]);
  });

  test('a NUL, and no name -> 404, as for every unknown user', async () => {
    for (const value of ['a%00', '']) {
      const headers = { authorization: 'Bearer admin', 'threadline-user': value };
      expect(await send('/api/v1/me', headers)).toMatchObject({ status: 404 });
    }
  });
});

describe('a client that leaves', () => {
  test.each(['/v1/chat/completions', '/v1/responses', '/api/v1/executions', '/api/chat', '/mcp'])(
    'POST %s, before its whole body arrived -> logged as a 400',
    async (path) => {
      const connection = await RawConnection.open(gateway.url);
      const user = system.newUser();
      connection.write(
        `POST ${path} HTTP/1.1\r\nhost: ${new URL(gateway.url).host}\r\nauthorization: Bearer ${user}\r\ncontent-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n{`,
      );
      await new Promise((resolve) => setTimeout(resolve, 200));
      connection.close();
      await expect.poll(() => logged.filter((facts) => facts.user === user)).toMatchObject([{ status: 400 }]);
    },
  );
});
