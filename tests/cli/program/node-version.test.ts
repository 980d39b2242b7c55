import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

describe('threadline', () => {
  test.each(['18.20.8', '20.18.3', '22.12.0', '23.11.0'])('Node.js %s -> 1 and one sentence', (version) => {
    const preload = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', preload, 'bin/threadline.js', '--version'],
      { encoding: 'utf8' },
    );
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `Node.js ${version} is not supported: install Node.js 20.19+, 22.13+ or 24+\n`,
    });
  });
});
