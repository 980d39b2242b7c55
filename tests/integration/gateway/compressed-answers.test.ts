import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { RawConnection, type RawResponse } from './raw-connection.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
let user: string;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
  gateway = await serveGateway(system);
  user = system.newUser();
  system.model.reply(text('A long answer. '.repeat(500)));
  await system.client.conversation({ flow: 'assistant', user }).ask('Hello');
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const MESSAGES = '/api/v1/conversations/assistant/messages';
const GZIP = 'accept-encoding: gzip';

describe('compressAnswers', () => {
  test('a long answer for a client that accepts gzip -> compressed, with the same content; for others -> uncompressed', async () => {
    const [plain, zipped, refused] = [
      await get(MESSAGES),
      await get(MESSAGES, GZIP),
      await get(MESSAGES, `${GZIP};q=0`),
    ];
    expect(plain.body.length).toBeGreaterThan(7_000);
    expect(zipped.body.length).toBeLessThan(1_000);
    expect(gunzipSync(zipped.body)).toEqual(plain.body);
    expect(refused.body).toEqual(plain.body);
    expect([plain, zipped, refused].map(encodings)).toEqual([
      [undefined, 'Accept-Encoding'],
      ['gzip', 'Accept-Encoding'],
      [undefined, 'Accept-Encoding'],
    ]);
    expect(plain.headers['content-length']).toBe(String(plain.body.length));
  });

  test('a short answer, an error -> uncompressed, with its length', async () => {
    for (const path of ['/api/v1/me', '/api/v1/nowhere', '/healthz']) {
      const { headers, body } = await get(path, GZIP);
      expect([headers['content-encoding'], headers['content-length']]).toEqual([
        undefined,
        String(body.length),
      ]);
    }
  });

  test('a page of another origin -> not compressed, so that its guesses cannot be measured', async () => {
    for (const from of [
      'origin: https://evil.example.com',
      'sec-fetch-site: cross-site',
      'sec-fetch-site: same-site',
    ])
      expect((await get(MESSAGES, GZIP, from)).headers['content-encoding'], from).toBeUndefined();
    expect((await get(MESSAGES, GZIP, 'sec-fetch-site: same-origin')).headers['content-encoding']).toBe(
      'gzip',
    );
  });

  test('an answer that streams, for a client that accepts gzip -> its pieces arrive before its end', async () => {
    const gate = gated('First, ', 'then.');
    system.model.reply(gate);
    const headers = { authorization: `Bearer ${user}`, 'accept-encoding': 'gzip' };
    const streamed = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: 'assistant', messages: [{ role: 'user', content: 'Hi' }], stream: true }),
    });
    expect(streamed.headers.get('content-encoding')).toBeNull();
    let seen = '';
    for await (const chunk of streamed.body!.pipeThrough(new TextDecoderStream())) {
      seen += chunk;
      if (seen.includes('First, ')) gate.release();
    }
    expect(seen).toContain('then.');
  });
});

async function get(path: string, ...headers: string[]): Promise<RawResponse> {
  const connection = await RawConnection.open(gateway.url);
  try {
    const lines = [`GET ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${user}`, ...headers];
    connection.write(`${lines.join('\r\n')}\r\n\r\n`);
    return await connection.read('GET');
  } finally {
    connection.close();
  }
}

function encodings({ headers }: RawResponse): (string | undefined)[] {
  return [headers['content-encoding'], headers['vary']];
}
