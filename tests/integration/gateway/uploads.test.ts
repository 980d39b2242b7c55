import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [] });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

async function post(body: string | FormData | Uint8Array<ArrayBuffer>, type?: string) {
  const headers = { authorization: 'Bearer ada', ...(type && { 'content-type': type }) };
  const response = await fetch(`${gateway.url}/api/v1/uploads?filename=notes.txt`, {
    method: 'POST',
    headers,
    body,
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

describe('POST /uploads', () => {
  test('a form -> 415 with the way to send a file', async () => {
    const form = new FormData();
    form.set('file', new Blob(['hello'], { type: 'text/plain' }), 'notes.txt');
    const named = {
      error: { type: 'Gateway.UnsupportedEncoding', message: expect.stringMatching(/as the body/) },
    };
    expect(await post(form)).toMatchObject({ status: 415, json: named });
    expect(await post('--a\r\n', 'Multipart/Mixed; boundary=a')).toMatchObject({ status: 415 });
  });

  test.each([
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'Application/Octet-Stream ; a=b',
  ])('%s, as clients send for an unknown type -> the type is detected', async (type) => {
    const sent = await post(new Uint8Array(Buffer.from('hello')), type);
    expect(sent).toMatchObject({ status: 201, json: { mediaType: 'text/plain' } });
  });

  test('a known type -> is kept', async () => {
    expect(await post('a,b', 'text/csv; charset=utf-8')).toMatchObject({ json: { mediaType: 'text/csv' } });
  });
});
