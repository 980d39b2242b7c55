import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readFile } from '../../files/read-file.js';
import { nestedFormsPdf } from '../files/nested-forms-pdf.js';
import { unpackingPdf } from '../files/unpacking-pdf.js';

const MEGABYTE = 1_000_000;
const PROGRAM = fileURLToPath(new URL('../files/pdf-reading-process.ts', import.meta.url));

describe('readFile', () => {
  test.each([
    [
      '3 MB that unpack to 3 GB',
      3_000,
      /^unpacks to more than 64000000 bytes, the most that is read of a PDF/,
    ],
    ['75 KB that unpack to 75 MB', 75, /^unpacks to more than 64000000 bytes/],
  ])(
    'a PDF of %s -> rejected with the limit; a small one after it is read',
    async (_name, megabytes, reason) => {
      const content = await unpackingPdf(megabytes);
      expect(await readFile(content)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) });
      expect(await readFile(await unpackingPdf(0))).toMatchObject({ file: { extracted: 'xy' } });
    },
  );

  test('ten PDFs that unpack to 60 MB at once -> two are read at once, in less than 400 MB each; users in turn', async () => {
    const content = await unpackingPdf(60);
    const before = process.memoryUsage.rss();
    let [peakOwn, peakOfReaders, atOnce] = [0, 0, 0];
    const watch = setInterval(() => {
      const readers = memoryOfChildren();
      peakOwn = Math.max(peakOwn, process.memoryUsage.rss());
      peakOfReaders = Math.max(peakOfReaders, ...readers);
      atOnce = Math.max(atOnce, readers.length);
    }, 100);
    const order: string[] = [];
    const users = [...Array.from({ length: 9 }, () => 'ada'), 'bob'];
    await Promise.all(
      users.map(async (user) => {
        await readFile(content, { user });
        order.push(user);
      }),
    );
    clearInterval(watch);
    expect(atOnce).toBeLessThanOrEqual(2);
    expect(peakOfReaders).toBeLessThan(420 * MEGABYTE);
    expect(peakOwn - before).toBeLessThan(100 * MEGABYTE);
    expect(order.indexOf('bob')).toBeLessThan(7);
  });

  test('a PDF of 3 KB whose forms nest, with any time to read -> ends at its CPU time, with a sentence; a small one after it is read', async () => {
    const content = nestedFormsPdf({ depth: 14, fan: 4 });
    expect(content.length).toBeLessThan(4_000);
    expect(await readFile(content, { maxMilliseconds: 2_147_483_647 })).toMatchObject({
      kind: 'read',
      file: { extracted: null, problem: 'Its text could not be read in the time that a PDF may take.' },
    });
    expect(await readFile(await unpackingPdf(0))).toMatchObject({ file: { extracted: 'xy' } });
  });

  test('a worker that is killed while a PDF is read -> the reader ends, too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'threadline-pdf-'));
    const path = join(folder, 'slow.pdf');
    writeFileSync(path, await unpackingPdf(60));
    const worker = fork(PROGRAM, [path], { execArgv: ['--import', 'tsx'] });
    const ended = once(worker, 'exit');
    let reader: number | undefined;
    await expect
      .poll(() => (reader = listReaders(worker.pid!)[0]?.pid), { timeout: 60_000 })
      .not.toBeUndefined();
    worker.kill('SIGKILL');
    await ended;
    await expect.poll(() => isRunning(reader!), { timeout: 15_000 }).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

function memoryOfChildren(): number[] {
  return listReaders(process.pid).map(({ memory }) => memory);
}

function listReaders(parent: number): { pid: number; memory: number }[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,rss=,args=', '--ppid', String(parent)], {
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .filter((line) => line.includes('--max-old-space-size'))
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, kilobytes]) => ({ pid: Number(pid), memory: Number(kilobytes) * 1_024 }));
}

function isRunning(pid: number): boolean {
  return spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() !== '';
}
