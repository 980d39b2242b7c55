import { once } from 'node:events';
import { createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatChecks } from '../../../cli/doctor/check.js';
import { checkTemporal } from '../../../cli/doctor/check-temporal.js';
import { createStyle } from '../../../cli/format/style.js';
import { connectTemporal } from '../../../client/connect-temporal.js';
import { readConfig } from '../../../config.js';

const OK = 0;
const DENIED = 7;

let allowed: readonly string[] = [];
let server: Http2Server;
let address: string;

/** Answers allowed methods with an empty message, all others with PERMISSION_DENIED. */
beforeAll(async () => {
  server = createServer();
  server.on('stream', (stream, headers) => {
    const method = String(headers[':path']).split('/').at(-1) ?? '';
    const [status, words] = allowed.includes(method) ? [OK, ''] : [DENIED, `No right to ${method}`];
    stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () =>
      stream.sendTrailers({ 'grpc-status': String(status), 'grpc-message': words }),
    );
    stream.end(status === OK ? Buffer.alloc(5) : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

describe('checkTemporal', () => {
  test('a server that refuses the caller -> its reason, and not to start it', async () => {
    allowed = [];
    const [check] = await doctor();
    expect(check?.found).toBe(
      `Temporal at '${address}' refused the connection (No right to GetSystemInfo): correct TEMPORAL_API_KEY and the TEMPORAL_TLS settings`,
    );
    await expect(connectTemporal({ address }, 10_000)).rejects.toThrow('refused the connection (No right to');
  });

  test('no right to describe the namespace -> no advice to create it', async () => {
    allowed = ['GetSystemInfo'];
    const [check] = await doctor();
    expect(check).toMatchObject({ status: 'fail', found: expect.stringContaining('No right to') });
    expect(check?.remedy).toBeUndefined();
  });

  test('a question about workers that fails -> a row, and the other checks', async () => {
    allowed = ['GetSystemInfo', 'DescribeNamespace', 'ListSearchAttributes'];
    const checks = await doctor();
    expect(checks.map(({ name, status }) => `${name}: ${status}`)).toEqual([
      'Temporal: ok',
      'Search attributes: warn',
      'Worker: fail',
      'Providers: fail',
    ]);
    expect(checks[2]?.found).toMatch(/^Cannot be checked \(.*No right to/);
  });
});

describe('formatChecks', () => {
  test('the last output of a server with control characters -> without them, on one line', () =>
    expect(formatChecks([{ name: 'MCP', status: 'ok', found: 'a\u001b[2J\nb' }], createStyle(false))).toBe(
      'ok    MCP  a[2J b',
    ));
});

function doctor() {
  const temporal = { address };
  const providers = { openai: { taskQueue: 'openai' } };
  return checkTemporal(readConfig({}), { temporal, temporalAddress: address, live: undefined, providers });
}
