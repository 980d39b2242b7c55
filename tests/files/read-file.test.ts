import { describe, expect, test } from 'vitest';
import { readFile } from '../../files/read-file.js';
import { MAX_UPLOAD_BYTES } from '../../protocol/message-parts.js';
import { readInline } from '../../files/read-inline.js';
import { png } from '../integration/fixtures/pictures.js';
import { pdf } from './pdf.js';

describe('readFile', () => {
  test.each([
    ['a PNG', png(640, 480, 'x'), { kind: 'picture', mediaType: 'image/png', width: 640, height: 480 }],
    [
      'a PNG of a forged size',
      png(4_294_967_295, 7, ''),
      { kind: 'picture', width: 1_000_000_000, height: 7 },
    ],
    ['a JPEG without a size', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), { kind: 'picture', width: null }],
    ['a text', Buffer.from('größe 😀'), { kind: 'text', mediaType: 'text/plain', extracted: 'größe 😀' }],
    [
      'bytes',
      Buffer.from([0, 1, 2, 255]),
      { kind: 'other', mediaType: 'application/octet-stream', extracted: null },
    ],
    ['broken UTF-8', Buffer.from([0x61, 0xff, 0xfe]), { kind: 'other' }],
  ])('%s without a declared type -> detected from its content', async (_name, content, facts) => {
    expect(await readFile(content)).toMatchObject({
      kind: 'read',
      file: { bytes: content.length, problem: null, ...facts },
    });
  });

  test.each([
    ['image/png', Buffer.from('no picture'), /is declared as image\/png, but is text\/plain/],
    ['image/png', Buffer.from([0, 1]), /is declared as image\/png, but is not/],
    ['application/pdf', Buffer.from('no PDF'), /is declared as application\/pdf/],
    ['text/plain', png(1, 1, ''), /is declared as text\/plain, but is image\/png/],
  ])('declared as %s, with other content -> refused', async (mediaType, content, reason) => {
    expect(await readFile(content, { mediaType })).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(reason),
    });
  });

  test.each([
    ['text/csv; charset=utf-8', Buffer.from('a,b'), 'text/csv'],
    ['image/jpeg', png(1, 1, ''), 'image/png'],
    ['application/zip', Buffer.from([0, 1]), 'application/zip'],
    ['not a type\u001b[31m', Buffer.from('a'), 'text/plain'],
  ])('declared as %s, with matching content -> %s', async (mediaType, content, kept) => {
    expect(await readFile(content, { mediaType })).toMatchObject({ file: { mediaType: kept } });
  });

  test('20 MB -> accepted; one byte more -> refused', async () => {
    const largest = new Uint8Array(MAX_UPLOAD_BYTES);
    expect(await readFile(largest)).toMatchObject({
      kind: 'read',
      file: { kind: 'other', bytes: 20_000_000 },
    });
    expect(await readFile(new Uint8Array(MAX_UPLOAD_BYTES + 1))).toMatchObject({
      reason: 'has 20000001 bytes; at most 20000000 are accepted',
    });
  });

  test('empty, and 50 MB -> refused, with both sizes', async () => {
    expect(await readFile(new Uint8Array())).toEqual({ kind: 'refused', reason: 'is empty' });
    expect(await readFile(new Uint8Array(50_000_000))).toEqual({
      kind: 'refused',
      reason: 'has 50000000 bytes; at most 20000000 are accepted',
    });
  });

  test('a text of more than a million characters -> its beginning, and its length', async () => {
    const read = await readFile(Buffer.from('😀'.repeat(600_000)));
    expect(read).toMatchObject({
      file: { problem: 'Only the first 1000000 of its 1200000 characters are here.' },
    });
  });

  test('a PDF -> the text of its pages', async () => {
    expect(await readFile(pdf([['The first page', 'goes on'], ['The second']]))).toMatchObject({
      file: {
        kind: 'text',
        mediaType: 'application/pdf',
        extracted: expect.stringMatching(/^The first page\s+goes on\s+The second$/),
        problem: null,
      },
    });
  });

  test('a PDF that expands to megabytes -> the beginning of its text', async () => {
    const page = Array.from({ length: 1_200 }, () => 'x'.repeat(90));
    const bomb = pdf(
      Array.from({ length: 20 }, () => page),
      0.19,
    );
    expect(bomb.length).toBeLessThan(200_000);
    const read = await readFile(bomb);
    const { extracted, problem } = read.kind === 'read' ? read.file : { extracted: '', problem: '' };
    expect(extracted).toHaveLength(1_000_000);
    expect(problem).toBe('Only the beginning of its text is here, of its 20 pages.');
  });

  test.each([
    ['broken', Buffer.from('%PDF-1.7\n%%EOF nothing else')],
    ['cut off', pdf([['half of it']]).subarray(0, 300)],
    ['without text', pdf([[]])],
  ])('a PDF that is %s -> kept, with a sentence with the reason', async (_name, content) => {
    expect(await readFile(content)).toMatchObject({
      file: { kind: 'text', extracted: null, problem: expect.stringMatching(/text/) },
    });
  });
});

describe('readInline', () => {
  test.each([
    ['aGVsbG8=', 'hello', undefined],
    ['data:text/plain;base64,aGVsbG8=', 'hello', 'text/plain'],
    ['data:text/plain,hello%20you', 'hello you', 'text/plain'],
  ])('%s -> its bytes and type', async (source, content, mediaType) => {
    const read = (await readInline(source))!;
    expect(Buffer.from(read.content).toString()).toBe(content);
    expect(read.mediaType).toBe(mediaType);
  });

  test.each(['%%%', 'no base64!', 'data:text/plain,%zz', 'ftp://x'])('%s -> no file', async (source) => {
    expect(await readInline(source)).toBeUndefined();
  });

  test('megabytes, which are decoded in steps, with line breaks and without -> the same bytes', async () => {
    const content = Buffer.from(
      Array.from({ length: 2_500_001 }, (_, index) => (index * 7 + (index >> 8)) % 256),
    );
    const digits = content.toString('base64');
    for (const source of [digits, `data:a/b;base64,${digits}`, digits.replaceAll(/.{76}/g, '$&\n')])
      expect(content.equals((await readInline(source))!.content)).toBe(true);
    for (const source of [`${digits}A`, `${digits.slice(0, 1_000_000)}!${digits.slice(1_000_001)}`])
      expect(await readInline(source)).toBeUndefined();
  });
});
