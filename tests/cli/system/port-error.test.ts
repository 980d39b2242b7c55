import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { portError } from '../../../cli/system/port-error.js';

describe('portError', () => {
  test.each([
    ['a host that does not exist', 'no-such-host.invalid', 0, /(ENOTFOUND|EAI_AGAIN).*: correct --host$/],
    ['an address of another machine', '192.0.2.1', 0, /EADDRNOTAVAIL.*: correct --host$/],
  ])('%s -> the host is wrong', async (_name, host, port, words) => {
    const [error] = (await once(createServer().listen(port, host), 'error').catch((thrown: unknown) => [
      thrown,
    ])) as [unknown];
    expect(portError(error, { host, port }).message).toMatch(words);
  });

  test('a port that is in use -> another port', () => {
    const error = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
    expect(portError(error, { host: 'localhost', port: 80 }).message).toBe(
      'Port localhost:80 cannot be used (listen EADDRINUSE): choose another with --port',
    );
  });
});
