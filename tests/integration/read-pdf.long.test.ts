import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { readFile } from '../../files/read-file.js';
import { unpackingPdf } from '../files/unpacking-pdf.js';

const MEGABYTE = 1_000_000;

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
    // Bob's came last, when two of Ada's were at work.
    expect(order.indexOf('bob')).toBeLessThan(7);
  });
});

/** Bytes of each process that reads a file. */
function memoryOfChildren(): number[] {
  const lines = execFileSync('ps', ['-o', 'rss=,args=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  }).split('\n');
  return lines
    .filter((line) => line.includes('--max-old-space-size'))
    .map((line) => Number.parseInt(line, 10) * 1_024);
}
