import { describe, expect, test } from 'vitest';
import { download } from '../../cli/download/download.js';
import { createOutput } from '../../cli/format/output.js';
import { readConfig } from '../../config.js';

describe('download', () => {
  test('--json without --out -> names the missing option', async () => {
    const output = createOutput({ json: true });
    const asked = download({ config: readConfig({}), ref: 'upload:1', user: 'ada', out: undefined, output });
    await expect(asked).rejects.toThrow('--json needs --out');
  });
});
