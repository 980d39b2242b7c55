import { defaultPayloadConverter } from '@temporalio/common';
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import {
  startCodecServer,
  type CodecServerOptions,
  type RunningCodecServer,
  formatPayloads,
} from '../../../cli/codec/codec-server.js';
import { toKeyRing } from '../../../temporal/encryption/key-ring.js';
import { createPayloadCodec } from '../../../temporal/encryption/payload-codec.js';
import { sealPayload } from '../../../temporal/encryption/seal-payload.js';

const UI = 'http://127.0.0.1:8233';
const key = (): string => randomBytes(32).toString('base64');
const ring = toKeyRing({ current: 'k1', keys: { k1: key() } }, 'The test');
const other = toKeyRing({ current: 'k7', keys: { k7: key() } }, 'The test');
const payload = defaultPayloadConverter.toPayload('fox');
const sealed = formatPayloads([sealPayload(payload, ring)]);

let server: RunningCodecServer;
afterEach(() => server.close());

describe('startCodecServer', () => {
  test('encode, then decode -> the payload again', async () => {
    await start({ token: 'yes' });
    const yes = { authorization: 'Bearer yes' };
    const encoded = await (await post('/encode', formatPayloads([payload]), yes)).text();
    expect(Buffer.from(encoded).includes(Buffer.from('"fox"').toString('base64'))).toBe(false);
    expect(await (await post('/decode', encoded, yes)).json()).toEqual(JSON.parse(formatPayloads([payload])));
  });

  test('encode on a server without a token -> 403 that names the setting', async () => {
    await start();
    const refused = await post('/encode', formatPayloads([payload]));
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('THREADLINE_CODEC_TOKEN'),
    ]);
  });

  test('a preflight of the UI -> allowed; of another page -> refused, no header', async () => {
    await start();
    const headers = { origin: UI, 'access-control-request-method': 'POST' };
    const allowed = await fetch(`${server.url}/decode`, { method: 'OPTIONS', headers });
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, UI]);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('x-namespace');
    const refused = await post('/decode', sealed, { origin: 'http://evil.example' });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  test.each([
    ['without the token', {}, 401],
    ['with a wrong token', { authorization: 'Bearer no' }, 401],
    ['with the token', { authorization: 'Bearer yes' }, 200],
  ])('a request %s -> %s', async (_name, headers, status) => {
    await start({ token: 'yes' });
    expect((await post('/decode', sealed, headers)).status).toBe(status);
  });

  test.each([
    ['another namespace', '/decode', sealed, { 'x-namespace': 'other' }, 403],
    ['our namespace', '/decode', sealed, { 'x-namespace': 'default' }, 200],
    ['no JSON', '/decode', '{', {}, 400],
    ['no payloads', '/decode', '{"payloads":[3]}', {}, 400],
    ['another path', '/keys', sealed, {}, 404],
    ['33 MB', '/decode', 'x'.repeat(33 * 1024 * 1024), {}, 413],
  ])('%s -> %s', async (_name, path, body, headers, status) => {
    await start();
    expect((await post(path, body, headers)).status).toBe(status);
  });

  test('a payload with a missing key, among others -> unchanged, reported once, the others decrypted', async () => {
    const told: string[] = [];
    await start({ onUnreadable: (why) => told.push(why) });
    const left = sealPayload(payload, other);
    const answer = await post('/decode', formatPayloads([left, sealPayload(payload, ring), left]));
    expect(await answer.json()).toEqual(JSON.parse(formatPayloads([left, payload, left])));
    expect(told).toEqual([expect.stringContaining("'k7'")]);
  });
});

async function start(options: Partial<CodecServerOptions> = {}): Promise<void> {
  server = await startCodecServer({
    host: '127.0.0.1',
    port: 0,
    codec: createPayloadCodec(ring),
    origins: [UI],
    namespace: 'default',
    token: undefined,
    onUnreadable: () => undefined,
    ...options,
  });
}

function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}${path}`, { method: 'POST', body, headers });
}
