import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { streamLines } from '../../../cli/input/stream-lines.js';

describe('streamLines', () => {
  test('lines over several chunks -> joined', async () =>
    expect(await lines('a\nb', 'c\n')).toEqual(['a', 'bc']));
  test('a last line without its end -> a line', async () => expect(await lines('a\nb')).toEqual(['a', 'b']));
  test('Windows ends of line -> not part of the lines', async () =>
    expect(await lines('a\r\n\r\nb\r')).toEqual(['a', '', 'b']));
  test('U+2028 and a lone carriage return -> stay inside their line', async () =>
    expect(await lines('a\u2028b\rc\n')).toEqual(['a\u2028b\rc']));
  test('a character whose bytes are in two chunks -> decoded once', async () => {
    const bytes = Buffer.from('👍\n');
    expect(await lines(bytes.subarray(0, 2), bytes.subarray(2))).toEqual(['👍']);
  });
  test('nothing -> no line', async () => expect(await lines()).toEqual([]));
});

async function lines(...chunks: (string | Buffer)[]): Promise<string[]> {
  const found: string[] = [];
  for await (const line of streamLines(Readable.from(chunks))) found.push(line);
  return found;
}
