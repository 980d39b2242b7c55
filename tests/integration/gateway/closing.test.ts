import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { gated } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { serveGateway } from './serve-gateway.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop({ check: false }));

const MESSAGES = [{ role: 'user', content: 'Hi' }];
const PAGE = { id: 'page', messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] };
const CALL = { name: 'assistant', arguments: { message: 'Hi' }, _meta: { progressToken: 1 } };

const STREAMS = [
  [
    '/v1/chat/completions',
    { model: 'assistant', messages: MESSAGES, stream: true },
    'an error in the stream',
  ],
  ['/v1/responses', { model: 'assistant', input: 'Hi', stream: true }, 'an error in the stream'],
  ['/api/chat', PAGE, 'cut'],
  ['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL }, 'ended'],
  ['/api/v1/changes', undefined, 'ended'],
] as const;

describe('RunningGateway.close', () => {
  test.each(STREAMS)('a stream of %s is open -> it ends, and nothing is printed', async (path, body, end) => {
    const printed = vi.spyOn(console, 'error');
    const gateway = await serveGateway(system);
    const gate = gated('First, ', 'then.');
    if (body !== undefined) system.model.reply(gate);
    try {
      const streamed = await fetch(gateway.url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${system.newUser()}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      expect(streamed.status).toBe(200);
      if (body !== undefined) await gate.started;
      const read = streamed.text().then(
        (seen) => (/"error"|"isError":true|response.failed/.test(seen) ? 'an error in the stream' : 'ended'),
        () => 'cut',
      );
      await gateway.close();
      expect(await read).toBe(end);
      expect(printed).not.toHaveBeenCalled();
    } finally {
      gate.release();
      printed.mockRestore();
    }
  });

  test.each([
    ['/v1/chat/completions', { model: 'assistant', messages: MESSAGES }],
    ['/v1/responses', { model: 'assistant', input: 'Hi' }],
  ])('a request of %s waits for its answer -> an error that clients do not retry', async (path, body) => {
    const gateway = await serveGateway(system);
    const gate = gated('First, ', 'then.');
    system.model.reply(gate);
    try {
      const answering = fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${system.newUser()}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await gate.started;
      await gateway.close();
      const answer = await answering;
      expect([answer.status, answer.headers.get('x-should-retry')]).toEqual([503, 'false']);
    } finally {
      gate.release();
    }
  });
});
