import { toSeenJson } from '../../protocol/unseen-characters.js';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describeError } from '../program/describe-error.js';

/** The source of JSON lines, the function that handles each, and the target of the results. */
export interface JsonLines {
  input: Readable;
  output: Writable;
  /** Makes a result of one line's value; throws a sentence when it cannot. */
  handle: (value: unknown) => object;
}

const LINE_FEED = 0x0a;
/** Results are written when they have this many characters, and whenever all input so far is handled. */
const BATCH_CHARACTERS = 65_536;

/**
 * Writes one line of JSON for each line of JSON, in order: what `handle` makes of it, or `{ error }`; an `id` (string
 * or number) of the line comes first in either. Blank lines are skipped. Holds no more than a chunk and the longest
 * line; rejects when a stream fails. `output` is left open.
 */
export async function processJsonLines({ input, output, handle }: JsonLines): Promise<{ failed: number }> {
  const lines = { failed: 0, number: 0, handle };
  await pipeline(input, (chunks: AsyncIterable<Buffer | string>) => handleLines(chunks, lines), output, {
    end: false,
  });
  await flush(output);
  return { failed: lines.failed };
}

/** Waits until all that was written has left, so that the process may end right after. */
function flush(output: Writable): Promise<void> {
  return new Promise((resolve, reject) => output.write('', (error) => (error ? reject(error) : resolve())));
}

interface Lines {
  failed: number;
  /** Number of the last line read; the first is 1. */
  number: number;
  readonly handle: JsonLines['handle'];
}

/** Handles lines batch by batch. They are cut at line feeds as bytes, because a chunk may end inside a character. */
async function* handleLines(chunks: AsyncIterable<Buffer | string>, lines: Lines): AsyncGenerator<string> {
  let open: Buffer[] = [];
  for await (const some of chunks) {
    const chunk = typeof some === 'string' ? Buffer.from(some) : some;
    let batch = '';
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
      open.push(chunk.subarray(from, to));
      batch += handleLine(open, lines);
      open = [];
      from = to + 1;
      if (batch.length < BATCH_CHARACTERS) continue;
      yield batch;
      batch = '';
    }
    if (from < chunk.length) open.push(chunk.subarray(from));
    if (batch !== '') yield batch;
  }
  const last = handleLine(open, lines);
  if (last !== '') yield last;
}

/** Makes the line to write for a line that was read; empty for a blank one. */
function handleLine(parts: readonly Buffer[], lines: Lines): string {
  lines.number += 1;
  let id = {};
  try {
    const [first = Buffer.alloc(0)] = parts;
    const text = (parts.length > 1 ? Buffer.concat(parts) : first).toString().trim();
    if (text === '') return '';
    const value = parse(text, lines.number);
    id = readId(value);
    return `${toSeenJson({ ...id, ...lines.handle(value) })}\n`;
  } catch (error) {
    lines.failed += 1;
    return `${toSeenJson({ ...id, error: describeError(error) })}\n`;
  }
}

function parse(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`Line ${number} is not JSON (${describeError(error)}): give one JSON object a line`, {
      cause: error,
    });
  }
}

function readId(value: unknown): { id?: unknown } {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'id')) return {};
  return { id: (value as { id: unknown }).id };
}
