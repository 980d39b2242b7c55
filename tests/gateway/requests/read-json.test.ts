import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJson, type FilePlaces } from '../../../packages/gateway/requests/read-json.js';

function chunked(
  text: string,
  { sizes = [65_536], isDeclared = true, signal = undefined as AbortSignal | undefined } = {},
) {
  const bytes = new TextEncoder().encode(text);
  const counted = { pulled: 0 };
  let turn = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (counted.pulled >= bytes.length) return controller.close();
        const size = sizes[turn % sizes.length]!;
        turn += 1;
        controller.enqueue(bytes.slice(counted.pulled, counted.pulled + size));
        counted.pulled += size;
      },
    },
    { highWaterMark: 0 },
  );
  const headers = new Headers(isDeclared ? { 'content-length': String(bytes.length) } : {});
  const request = new Request('http://x/', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
    ...(signal && { signal }),
  });
  return { request, counted };
}

const FILES = ['*', ''];

function read(text: string, options?: Parameters<typeof chunked>[1], files: FilePlaces = FILES) {
  return readJson(chunked(text, options).request, files);
}

const FILE = fc
  .constantFrom('', 'data:image/png;base64,', 'data:text/plain;charset=utf-8;base64,')
  .chain((head) =>
    fc.integer({ min: 65_000, max: 70_000 }).map((length) => head + 'QUJD'.repeat(length / 4)),
  );

describe('readJson', () => {
  test('any value, with and without files, in chunks of any size -> same result as JSON.parse', async () => {
    const values = fc.oneof(
      fc.jsonValue({ stringUnit: 'binary' }),
      fc.array(fc.oneof(FILE, fc.string()), { maxLength: 3 }),
    );
    const sizes = fc.array(fc.constantFrom(1, 2, 3, 7, 200, 70_000), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(values, sizes, fc.boolean(), async (value, wanted, isIndented) => {
        const text = JSON.stringify(value, undefined, isIndented ? 2 : undefined);
        const long = text.length > 10_000 ? wanted.map((size) => size + 1_000) : wanted;
        expect(await read(text, { sizes: long })).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });

  test('a file that begins at the very end of a chunk -> still read as a file', async () => {
    const file = `data:image/png;base64,${'A'.repeat(3_000_000)}`;
    for (const first of [2, 7, 13, 25])
      expect(await read(`["${file}"]`, { sizes: [first, 65_536] })).toEqual([file]);
  });

  test('an empty body -> undefined; invalid JSON -> a SyntaxError', async () => {
    expect(await read('')).toBeUndefined();
    for (const text of ['{', '"', '"\\', '[1', 'null null', `"${'A'.repeat(70_000)}" 1`])
      await expect(read(text)).rejects.toThrow(SyntaxError);
  });

  test.each<[situation: string, text: string, type: string, message: string]>([
    [
      'members without end',
      `{"data":{"a":[${'{},'.repeat(2_000_000)}{}]}}`,
      'Gateway.TooLarge',
      'The body has more than 20000 values',
    ],
    [
      'keys without end',
      `{${'"a":1,'.repeat(1_000_000)}"a":2}`,
      'Gateway.TooLarge',
      'The body has more than 20000 values',
    ],
    [
      'levels without end',
      '['.repeat(6_000_000),
      'Gateway.InvalidRequest',
      'The body has lists and objects nested deeper than 200 levels',
    ],
    [
      'a text without end',
      `"${'word '.repeat(1_200_000)}"`,
      'Gateway.TooLarge',
      'The body has more than 2097152 bytes without its files',
    ],
    [
      'a text that begins like a file',
      `"${'A'.repeat(3_000_000)} ${'A'.repeat(3_000_000)}"`,
      'Gateway.TooLarge',
      'The body has more than 2097152 bytes without its files',
    ],
    [
      'spaces without end',
      ' '.repeat(6_000_000),
      'Gateway.TooLarge',
      'The body has more than 2097152 bytes without its files',
    ],
  ])('%s -> refused before it is parsed or read to its end', async (_situation, text, type, message) => {
    const { request, counted } = chunked(text, { isDeclared: false });
    await expect(readJson(request, FILES)).rejects.toMatchObject({ type, message });
    expect(counted.pulled).toBeLessThan(3_200_000);
  });

  test('a body without files -> at most 2 MB of any content', async () => {
    const text = `["${'A'.repeat(2_100_000)}"]`;
    await expect(read(text, {}, [])).rejects.toMatchObject({ type: 'Gateway.TooLarge' });
    expect(await read(text)).toEqual(JSON.parse(text));
  });

  test('long base64 where no file is allowed -> a text, which counts as one; as a key, too', async () => {
    const part = 'A'.repeat(1_500_000);
    expect(await read(`{"data":"${part}"}`, {}, ['parts.*.data'])).toEqual({ data: part });
    expect(
      await read(`{"parts":[{"data":"${part}"},{"data":"${part}"}]}`, {}, ['parts.*.data']),
    ).toMatchObject({
      parts: [{ data: part }, { data: part }],
    });
    for (const text of [`{"data":["${part}","${part}"]}`, `{"${part}":1,"${part}2":2}`])
      await expect(read(text, {}, ['parts.*.data'])).rejects.toMatchObject({ type: 'Gateway.TooLarge' });
    expect(await read(`{"${part}" : 1}`)).toEqual({ [part]: 1 });
    expect(await read(`{"__proto__":"${part}"}`)).toEqual(JSON.parse(`{"__proto__":"${part}"}`));
  });

  test('a client that disconnects -> nothing of the body is parsed', async () => {
    const controller = new AbortController();
    const { request } = chunked(`["${'A'.repeat(9_000_000)}"]`, { signal: controller.signal });
    const reading = readJson(request, FILES);
    controller.abort('a string, as servers pass');
    await expect(reading).rejects.toMatchObject({ type: 'Gateway.InvalidRequest' });
  });
});
