import { once } from 'node:events';
import { PassThrough, Readable, Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processJsonLines } from '../../../cli/input/json-lines.js';

describe('processJsonLines', () => {
  test('lines with \\r\\n, blank lines, no end at the last -> one result each, in order', async () => {
    expect(await run([Buffer.from('{"a":1}\r\n\r\n  \n{"a":"é"}\n[3]')])).toEqual({
      failed: 0,
      results: [{ value: { a: 1 } }, { value: { a: 'é' } }, { value: [3] }],
    });
  });

  test.each([[[]], [['']], [['\n\r\n \n']]])('input %j -> no lines, none failed', async (chunks) => {
    expect(await run(chunks.map((chunk) => Buffer.from(chunk)))).toEqual({ failed: 0, results: [] });
  });

  test('a byte order mark at the beginning -> no part of the line', async () => {
    expect(await run([Buffer.from('\ufeff{"a":1}\n')])).toEqual({
      failed: 0,
      results: [{ value: { a: 1 } }],
    });
  });

  const MARKED = { a: 'é 中 😀' };
  test.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-16, little endian', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16, big endian', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ])(
    'a byte order mark of %s before lines, a list, or an object over several lines -> read',
    async (_name, encode) => {
      const texts = [
        `${JSON.stringify(MARKED)}\r\n`,
        JSON.stringify([MARKED], null, 2),
        JSON.stringify(MARKED, null, 2).replaceAll('\n', '\r\n'),
      ];
      for (const text of texts) {
        const bytes = encode(`\ufeff${text}`);
        expect(await run([bytes])).toEqual({ failed: 0, results: [{ value: MARKED }] });
        const single = Array.from(bytes, (byte) => Buffer.from([byte]));
        expect(await run(single)).toEqual({ failed: 0, results: [{ value: MARKED }] });
      }
      expect(await run([encode('\ufeff')])).toEqual({ failed: 0, results: [] });
    },
  );

  test('a line that is not JSON -> an error in its place that names the line, and the rest continues', async () => {
    const { failed, results } = await run([Buffer.from('1\n\nnope\n2\n')]);
    expect(failed).toBe(1);
    expect(results).toEqual([
      { value: 1 },
      { error: expect.stringMatching(/^Line 3 is not JSON \(.*nope.*\): give one JSON object per line$/) },
      { value: 2 },
    ]);
  });

  test('any id -> first in result and error; without an id -> none', async () => {
    const lines = ['{"x":1,"id":"a"}', '{"id":0,"fail":true}', '{"id":null}', '{"id":[1]}', '{}'];
    expect(await runRaw([Buffer.from(lines.join('\n'))])).toEqual({
      failed: 1,
      written: [
        '{"id":"a","value":{"x":1,"id":"a"}}\n',
        '{"id":0,"error":"It was told to fail"}\n',
        '{"id":null,"value":{"id":null}}\n',
        '{"id":[1],"value":{"id":[1]}}\n',
        '{"value":{}}\n',
      ].join(''),
    });
  });

  test('a value that JSON cannot express -> an error in its place', async () => {
    const { output, written } = collect();
    const handle = (): object => ({ big: 1n });
    expect(await processJsonLines({ input: Readable.from([Buffer.from('1\n')]), output, handle })).toEqual({
      failed: 1,
    });
    expect(written()).toMatch(/^\{"error":".+"\}\n$/);
  });

  test('any lines in chunks of any sizes -> same results as whole', async () => {
    const line = fc.oneof(
      fc.json(),
      fc
        .record({ id: fc.oneof(fc.string(), fc.integer()), text: fc.string({ unit: 'grapheme' }) })
        .map((value) => JSON.stringify(value)),
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\n')),
      fc.constant(''),
    );
    const property = fc.asyncProperty(
      fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n'))),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }),
      async (lines, sizes) => {
        const bytes = Buffer.from(`{}\n${lines.flat().join('')}`);
        const whole = await runRaw([bytes]);
        expect(await runRaw(cut(bytes, sizes))).toEqual(whole);
        expect(whole.written.split('\n').length - 2).toBe(
          lines.filter(([text]) => text.trim() !== '').length,
        );
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });

  test('a JSON list in any layout and chunks of any sizes -> a result for each element', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.json(), { minLength: 1 }),
      fc.constantFrom(0, 2),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }),
      async (values, indent, sizes) => {
        const list = values.map((text) => JSON.parse(text) as unknown);
        const bytes = Buffer.from(`\n ${JSON.stringify(list, null, indent)}\n`);
        const { failed, results } = await run(cut(bytes, sizes));
        expect({ failed, values: results.map((one) => (one as { value: unknown }).value) }).toEqual({
          failed: 0,
          values: list,
        });
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });

  test('one object over several lines, two lists, an empty one -> a result for each element', async () => {
    expect(await run([JSON.stringify({ a: [1, { b: '}\n"' }] }, null, 2)])).toEqual({
      failed: 0,
      results: [{ value: { a: [1, { b: '}\n"' }] } }],
    });
    expect(await run(['[1,"a]"]\n[{"b":2}]\n[]'])).toEqual({
      failed: 0,
      results: [{ value: 1 }, { value: 'a]' }, { value: { b: 2 } }],
    });
  });

  test('a list that is cut off, in an element or after one -> an error that names the line', async () => {
    for (const text of ['[{"a":1},\n{"b":', '[{"a":1}\n,', '[{"a":1}\n'])
      expect(await run([text])).toEqual({
        failed: 1,
        results: [{ value: { a: 1 } }, { error: expect.stringMatching(/^Line 2 is not JSON/) as unknown }],
      });
  });

  test('records that wait for others -> one result at the end, or an error', async () => {
    let sum = 0;
    const add = (value: unknown): undefined => void (sum += Number(value));
    const { output, written } = collect();
    const input = () => Readable.from(['1\n2\n3\n']);
    await processJsonLines({ input: input(), output, handle: add, finish: () => ({ sum }) });
    expect(written()).toBe('{"sum":6}\n');
    const finish = (): object => {
      throw new Error('Nothing to sum');
    };
    expect(await processJsonLines({ input: input(), output, handle: add, finish })).toEqual({ failed: 1 });
  });

  test('chunks of text -> same results as chunks of bytes', async () => {
    expect(await run(['{"a":', '"é"}\n1'])).toEqual({
      failed: 0,
      results: [{ value: { a: 'é' } }, { value: 1 }],
    });
  });

  test('a line of two million characters in many chunks -> one result', async () => {
    const text = 'ü'.repeat(2_000_000);
    const bytes = Buffer.from(`${JSON.stringify(text)}\n`);
    const { results } = await run(cut(bytes, [65_537]));
    expect(results).toEqual([{ value: text }]);
  });

  test('lines that have arrived -> answered before more arrive', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const done = processJsonLines({ input, output, handle });
    input.write('1\n2\n3');
    const [first] = (await once(output, 'data')) as [Buffer];
    expect(first.toString()).toBe('{"value":1}\n{"value":2}\n');
    input.end();
    expect(await done).toEqual({ failed: 0 });
    expect(output.writableEnded).toBe(false);
  });

  test('a slow output -> no more input is read than it accepts', async () => {
    let read = 0;
    function* lines(): Generator<Buffer> {
      for (; read < 1_000; read += 1) yield Buffer.from(`${JSON.stringify('x'.repeat(1_000))}\n`);
    }
    let release = (): void => undefined;
    const output = new Writable({
      highWaterMark: 1_000,
      write: (_chunk, _encoding, taken) => {
        release = taken;
      },
    });
    const done = processJsonLines({ input: Readable.from(lines(), { highWaterMark: 1 }), output, handle });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(read).toBeLessThan(10);
    output._write = (_chunk, _encoding, taken) => taken();
    release();
    expect(await done).toEqual({ failed: 0 });
    expect(read).toBe(1_000);
  });

  test('an output that fails -> rejected, and no more is read', async () => {
    const output = new Writable({ write: (_chunk, _encoding, taken) => taken(new Error('Nobody reads')) });
    const input = Readable.from(endless());
    await expect(processJsonLines({ input, output, handle })).rejects.toThrow('Nobody reads');
    expect(input.destroyed).toBe(true);
  });

  test('an input that fails -> rejected', async () => {
    const input = new Readable({ read: () => input.destroy(new Error('Gone')) });
    await expect(processJsonLines({ input, output: collect().output, handle })).rejects.toThrow('Gone');
  });
});

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.from('1\n');
}

function handle(value: unknown): object {
  if (typeof value === 'object' && value !== null && 'fail' in value) throw new Error('It was told to fail');
  return { value };
}

function collect(): { output: Writable; written: () => string } {
  const chunks: Buffer[] = [];
  const output = new Writable({
    write: (chunk: Buffer, _encoding, taken) => {
      chunks.push(chunk);
      taken();
    },
  });
  return { output, written: () => Buffer.concat(chunks).toString() };
}

async function runRaw(chunks: (string | Buffer)[]): Promise<{ failed: number; written: string }> {
  const { output, written } = collect();
  const outcome = await processJsonLines({ input: Readable.from(chunks), output, handle });
  return { ...outcome, written: written() };
}

async function run(chunks: (string | Buffer)[]): Promise<{ failed: number; results: unknown[] }> {
  const { failed, written } = await runRaw(chunks);
  const lines = written.split('\n').slice(0, -1);
  return { failed, results: lines.map((line) => JSON.parse(line) as unknown) };
}

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let [from, index] = [0, 0]; from < bytes.length; index += 1) {
    const to = from + sizes[index % sizes.length]!;
    chunks.push(bytes.subarray(from, to));
    from = to;
  }
  return chunks;
}
