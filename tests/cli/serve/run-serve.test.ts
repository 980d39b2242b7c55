import { describe, expect, test } from 'vitest';
import { runServe } from '../../../cli/serve/run-serve.js';
import { createOutput } from '../../../cli/format/output.js';
import { readConfig } from '../../../config.js';

describe('runServe', () => {
  test.each(['0.0.0.0', '::', '192.168.1.7', 'example.com'])(
    'at %s without authentication -> refused before anything is connected',
    async (host) => {
      const config = readConfig({ DATABASE_URL: 'postgres://127.0.0.1:1/none', THREADLINE_USER: 'ada' });
      const output = createOutput({});
      await expect(runServe({ config, host, port: 0, output })).rejects.toThrow(
        `Other machines can reach '${host}', and there is only one key: set 'gateway.authenticate'`,
      );
    },
  );
});
