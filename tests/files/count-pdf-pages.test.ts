import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { countPdfPages } from '../../files/count-pdf-pages.js';
import { pdf } from './pdf.js';

const PAGE = '<< /Type /Page /Parent 2 0 R >> ';

describe('countPdfPages', () => {
  test.each([1, 3, 100])('%d pages -> that number', (pages) => {
    expect(countPdfPages(pdf(Array.from({ length: pages }, () => ['A line'])))).toBe(pages);
  });

  test('pages in compressed object streams, as most programs write them -> all of them', () => {
    const file = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      objectStream(PAGE.repeat(40)),
      objectStream(PAGE),
    ]);
    expect(countPdfPages(file)).toBe(41);
  });

  test.each([
    ['no bytes', Buffer.alloc(0)],
    ['a broken object stream', Buffer.from('%PDF-1.7\n<< /Type /ObjStm >>\nstream\nnot compressed')],
    ['an object stream without its data', Buffer.from('%PDF-1.7\n<< /Type /ObjStm >>')],
    ['a page tree alone', Buffer.from('%PDF-1.7\n<< /Type /Pages /Count 999999999 >>')],
  ])('%s -> 0', (_what, bytes) => {
    expect(countPdfPages(bytes)).toBe(0);
  });

  test('a stream that decompresses to more than its limit -> ignored, and so are all once their total limit is reached', () => {
    const bomb = objectStream(PAGE + ' '.repeat(9_000_000));
    const file = (bombs: number) =>
      Buffer.concat([...Array.from({ length: bombs }, () => bomb), objectStream(PAGE)]);
    expect(countPdfPages(file(7))).toBe(1);
    expect(countPdfPages(file(8))).toBe(0);
  });
});

function objectStream(objects: string): Buffer {
  const data = deflateSync(objects);
  const head = `7 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${data.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')]);
}
